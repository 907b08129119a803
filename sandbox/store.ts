import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { emptyState, type State } from './state'

const REMEMBERED_WEBHOOKS = 1000

export type Store = Awaited<ReturnType<typeof openStore>>

async function writeWhole(path: string, content: string): Promise<void> {
  const fresh = `${path}.new`
  const file = await open(fresh, 'w', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(fresh, path)
}

function withoutOldWebhooks(state: State): State {
  const excess = state.webhooks.length - REMEMBERED_WEBHOOKS
  if (excess > 0) {
    state.webhooks = state.webhooks.filter((webhook, index) => index >= excess || webhook.state === 'waiting')
  }
  return state
}

/**
 * Opens the sandbox's storage: a JSON file that is replaced as a whole, or only memory if `path` is undefined.
 * Concurrent saves share one write.
 */
export async function openStore(path: string | undefined) {
  if (!path) return { state: emptyState(), save: async () => {} }
  await mkdir(dirname(path), { recursive: true })
  let content: string | null = null
  try {
    content = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const state: State = { ...emptyState(), ...(content ? (JSON.parse(content) as Partial<State>) : {}) }

  let writing: Promise<void> | null = null
  let next: Promise<void> | null = null
  const write = () => writeWhole(path, JSON.stringify(withoutOldWebhooks(state)))
  /** Resolves when all changes made before the call are on disk. */
  function save(): Promise<void> {
    if (!writing) {
      writing = write().finally(() => {
        writing = null
      })
      return writing
    }
    next ??= writing
      .catch(() => {})
      .then(() => {
        next = null
        return save()
      })
    return next
  }
  return { state, save }
}
