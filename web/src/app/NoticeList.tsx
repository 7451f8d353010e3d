import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'

/** Above the page and its menu on phones, but not in front of the buttons of a dialog. */
const BELOW_DIALOGS = 199

/** Shows notices as they come. */
export const NoticeList = () => (
  <Notifications position="bottom-center" limit={3} zIndex={BELOW_DIALOGS} />
)
