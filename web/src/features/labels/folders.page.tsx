import { FolderIcon } from '../../shared/icons.tsx'
import { LabelsPage } from './LabelsPage.tsx'

export const Page = () => (
  <LabelsPage
    kind="folder"
    title="Folders"
    icon={<FolderIcon size={28} />}
    purpose="A link is in one folder or in none: one for each customer, campaign or department."
    filter="folder"
  />
)
