import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Change of one file: its lines before and after the change. `before` is empty for a new file. */
export interface FileChange {
  file: string
  before: string
  after: string
}

/**
 * Reads the changes of a guide's diff blocks: a file after `+++`, then lines that begin with a space, `-` or `+`. `@@`
 * begins another change of the same file.
 */
export function changesOf(guide: string): FileChange[] {
  const blocks = [...guide.matchAll(/^```diff\n(.*?)^```/gms)].map(([, block = '']) => block)
  return blocks.flatMap((block) =>
    block.split(/^\+\+\+ /m).flatMap((part) => {
      const [first = '', ...lines] = part.trimEnd().split('\n')
      const file = first.trim()
      if (!file) return []
      return lines
        .join('\n')
        .split(/^@@.*\n/m)
        .map((text) => changeOf(file, text.replace(/\n$/, '').split('\n')))
    }),
  )
}

function changeOf(file: string, lines: readonly string[]): FileChange {
  const odd = lines.find((line) => !/^([ +-]|$)/.test(line))
  if (odd !== undefined) throw new Error(`${file}: a line of the change begins with neither space, - nor +: ${odd}`)
  const textOf = (signs: string) =>
    lines
      .filter((line) => line === '' || signs.includes(line.charAt(0)))
      .map((line) => `${line.slice(1)}\n`)
      .join('')
  return { file, before: textOf(' -'), after: textOf(' +') }
}

/** Files that the changes name, each once. */
export const filesIn = (changes: readonly FileChange[]) => [...new Set(changes.map(({ file }) => file))]

/**
 * Returns the text of each changed file, without writing it. Throws when a file does not contain the lines to change
 * exactly once, or when a new file exists already.
 */
export function changedFiles(root: string, changes: readonly FileChange[]): Map<string, string> {
  const texts = new Map<string, string>()
  for (const { file, before, after } of changes) {
    const place = path.join(root, file)
    const text = texts.get(file) ?? (existsSync(place) ? readFileSync(place, 'utf8') : null)
    if (before.trim() === '') {
      if (text !== null) throw new Error(`${file} exists already; the change needs a line that it has`)
      texts.set(file, after)
      continue
    }
    if (text === null) throw new Error(`${file} does not exist, but the change expects these lines:\n${before}`)
    const parts = text.split(before)
    if (parts.length !== 2) throw new Error(`${file} has these lines ${parts.length - 1} times:\n${before}`)
    texts.set(file, parts.join(after))
  }
  return texts
}

/** Applies the changes below `root`. Throws as `changedFiles` does, before it writes anything. */
export function applyChanges(root: string, changes: readonly FileChange[]): void {
  for (const [file, text] of changedFiles(root, changes)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
}
