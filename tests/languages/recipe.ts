import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Change of one file: lines that stay, go and come, in order. */
interface FileChange {
  file: string
  before: string
  after: string
}

/** Reads the changes of a guide's diff block: a file after `+++`, then lines that begin with a space, `-` or `+`. */
export function changesOf(guide: string): FileChange[] {
  const block = /```diff\n(.*?)```/s.exec(readFileSync(guide, 'utf8'))?.[1] ?? ''
  return block.split(/^\+\+\+ /m).flatMap((part) => {
    const [file, ...lines] = part.trimEnd().split('\n')
    if (!file) return []
    const kept = (sign: string) => lines.filter((line) => line.startsWith(' ') || line.startsWith(sign))
    const textOf = (chosen: string[]) => chosen.map((line) => `${line.slice(1)}\n`).join('')
    return [{ file, before: textOf(kept('-')), after: textOf(kept('+')) }]
  })
}

/** Applies the changes below `root`. Throws when a file lacks the lines before a change, or has them twice. */
export function applyChanges(root: string, changes: readonly FileChange[]): void {
  for (const { file, before, after } of changes) {
    const target = path.join(root, file)
    const parts = readFileSync(target, 'utf8').split(before)
    if (parts.length !== 2) throw new Error(`${file} has the lines ${parts.length - 1} times:\n${before}`)
    writeFileSync(target, parts.join(after))
  }
}
