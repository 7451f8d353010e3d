import { describeLabels } from '../labels.ts'

describeLabels('folder', {
  body: (folder_id) => ({ folder_id }),
  shown: ({ folder, folder_id }) => (folder_id === null && folder === null ? [] : [folder]),
})
