import { FolderIcon } from '../../shared/icons.tsx'
import { LabelsPage } from './LabelsPage.tsx'

export const Page = () => (
  <LabelsPage kind="folder" icon={<FolderIcon size={28} />} filter="folder" />
)
