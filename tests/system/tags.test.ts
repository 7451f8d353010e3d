import { describeLabels } from '../labels.ts'

describeLabels('tag', {
  body: (id) => ({ tags: [id] }),
  shown: ({ tags }) => tags as unknown[],
})
