import type { Operation, Operations } from '../../schema/operation.schema.ts'

const LABEL = {
  id: 5,
  name: 'Campaigns',
  color: '#2f7f6f',
  created_at: '2026-11-01T08:00:00.000Z',
  updated_at: '2026-11-01T08:00:00.000Z',
}

/** Folders and tags have the same operations under two names. */
const operationsOf = (word: 'folder' | 'tag', tag: Operation['tag']) => {
  const Word = word === 'folder' ? 'Folder' : 'Tag'
  return {
    [`GET /${word}`]: {
      id: `list${Word}s`,
      summary: `List and search ${word}s`,
      tag,
      description:
        'With `counts=true`, each item has its number of links and the sum of their clicks.',
      answer: { items: [{ ...LABEL, links: 12, clicks: 3405 }], total: 1, offset: 0, limit: 25 },
    },
    [`POST /${word}`]: {
      id: `create${Word}`,
      summary: `Create a ${word}`,
      tag,
      request: { name: 'Campaigns', color: '#2f7f6f' },
      answer: LABEL,
      problems: ['name_taken', 'quota_exceeded'],
    },
    [`GET /${word}/{id}`]: { id: `get${Word}`, summary: `Read a ${word}`, tag, answer: LABEL },
    [`PUT /${word}/{id}`]: {
      id: `update${Word}`,
      summary: `Change a ${word}`,
      tag,
      request: { name: 'Campaigns 2026' },
      answer: { ...LABEL, name: 'Campaigns 2026' },
      problems: ['name_taken'],
    },
    [`DELETE /${word}/{id}`]: {
      id: `delete${Word}`,
      summary: `Delete a ${word}`,
      description: 'It is removed from its links, which are kept.',
      tag,
      answer: { id: 5, deleted: true },
    },
  } as Operations
}

export const labelDocs: Operations = {
  ...operationsOf('folder', 'Folders'),
  ...operationsOf('tag', 'Tags'),
}
