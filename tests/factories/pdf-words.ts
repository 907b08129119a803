import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

function pdftotext(file: Uint8Array, how: '-layout' | '-bbox' | '-raw'): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'pdf-'))
  const name = path.join(folder, 'file.pdf')
  writeFileSync(name, file)
  const words = execFileSync('pdftotext', [how, name, '-'], { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  return words
}

/** Returns the visible text of a PDF, line by line. Latin text only: Indian scripts are stored as glyphs. */
export const wordsOfPdf = (file: Uint8Array): string => pdftotext(file, '-layout')

/** Returns all text of a PDF in drawing order: a stamp across a page comes last. Latin text only. */
export function linesOfPdf(file: Uint8Array): string {
  const lines = pdftotext(file, '-raw').replaceAll('\f', '\n').split('\n')
  return `${lines.filter((line) => line.trim() !== '').join('\n')}\n`
}

/** Returns the drawn width of each occurrence of a word, in points. */
export function widthsInPdf(file: Uint8Array, word: string): number[] {
  const boxes = pdftotext(file, '-bbox').matchAll(/xMin="([\d.]+)" .*xMax="([\d.]+)" .*>(.*)<\/word>/g)
  return [...boxes].filter(([, , , said]) => said === word).map(([, from, until]) => Number(until) - Number(from))
}

export function pagesOfPdf(file: Uint8Array): number {
  return Number(/\/Count (\d+)/.exec(Buffer.from(file).toString('latin1'))?.[1])
}
