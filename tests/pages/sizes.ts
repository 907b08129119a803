import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

/**
 * Returns the transferred size in bytes: of the brotli twin in the build, or, when the file is too small to have one,
 * of the file compressed here.
 */
export function sizeOf(buildDir: string, file: string): number {
  const whole = path.join(buildDir, 'client', file)
  try {
    return statSync(`${whole}.br`).size
  } catch {
    return brotliCompressSync(readFileSync(whole), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
  }
}

/** Returns count and total size of the scripts that a page names. */
export function scriptsOf(buildDir: string, html: string): { count: number; bytes: number } {
  const files = new Set([...html.matchAll(/\/assets\/[^"']+\.js/g)].map((match) => match[0]))
  return { count: files.size, bytes: [...files].reduce((sum, file) => sum + sizeOf(buildDir, file), 0) }
}
