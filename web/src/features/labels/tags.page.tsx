import { TagIcon } from '../../shared/icons.tsx'
import { LabelsPage } from './LabelsPage.tsx'

export const Page = () => (
  <LabelsPage
    kind="tag"
    title="Tags"
    icon={<TagIcon size={28} />}
    purpose="A link has any number of tags, to find and count together what belongs together."
    filter="tags"
  />
)
