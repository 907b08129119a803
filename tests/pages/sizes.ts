import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { ServerBuild } from '@remix-run/node'
import { sliceBuild } from '../../server/slices'

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

/** Addresses of the scripts that a page names. */
export function scriptsIn(html: string): string[] {
  return [...new Set([...html.matchAll(/\/assets\/[^"']+\.js/g)].map((match) => match[0]))]
}

/**
 * Addresses of the scripts that every page of a route names: those of the route and its layouts, those of all pages,
 * and the manifest of the routes in its part of the portal.
 */
export function scriptsOfRoute(whole: ServerBuild, { id, address }: { id: string; address: string }): string[] {
  const { assets } = sliceBuild(whole)(address).build
  const files = [assets.url, assets.entry.module, ...assets.entry.imports]
  for (let route = assets.routes[id]; route; route = assets.routes[route.parentId ?? ''])
    files.push(route.module, ...(route.imports ?? []))
  return [...new Set(files)]
}
