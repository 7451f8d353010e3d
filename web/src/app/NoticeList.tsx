import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'

/** Shows notices as they come. */
export const NoticeList = () => <Notifications position="bottom-center" limit={3} />
