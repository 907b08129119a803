import { randomUUID } from 'node:crypto'
import { mkdir, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { countSms, type Messenger } from './port'

/** Messenger for a machine without a gateway: writes each message to a readable file, named by its reference. */
export function fileMessenger({ folder }: { folder: string }): Messenger {
  const fileOf = (reference: string) => path.join(folder, `${reference.replace(/[^\w-]/g, '')}.txt`)
  return {
    async send({ reference, channel, to, template, text }) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const unfinished = path.join(folder, `.${randomUUID()}`)
      const about = `${channel} to ${to}, template ${template.providerName}, ${template.header ?? 'the school’s header'}`
      await writeFile(unfinished, `${about}\n\n${text}\n`, { mode: 0o600 })
      // Renames at the end, so that a reader of the folder never sees half a message.
      await rename(unfinished, fileOf(reference))
      return { ok: true, providerId: `file-${reference}`, parts: countSms(text) }
    },
    async find(reference) {
      const isThere = await stat(fileOf(reference)).catch(() => null)
      return isThere ? { ok: true, found: 'sent', providerId: `file-${reference}` } : { ok: true, found: 'never' }
    },
    tryKeys: async () => ({ ok: true }),
  }
}
