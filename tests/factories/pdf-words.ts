import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** What a reader of a PDF sees, line by line. Right for Latin text: Indian scripts are stored as shapes. */
export function wordsOfPdf(file: Uint8Array): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'pdf-'))
  const name = path.join(folder, 'file.pdf')
  writeFileSync(name, file)
  const words = execFileSync('pdftotext', ['-layout', name, '-'], { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  return words
}

export function pagesOfPdf(file: Uint8Array): number {
  return Number(/\/Count (\d+)/.exec(Buffer.from(file).toString('latin1'))?.[1])
}
