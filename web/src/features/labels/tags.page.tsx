import { TagIcon } from '../../shared/icons.tsx'
import { LabelsPage } from './LabelsPage.tsx'

export const Page = () => <LabelsPage kind="tag" icon={<TagIcon size={28} />} filter="tags" />
