import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Reads the route modules that each flow requested, in all modes that wrote into the folder (tests/e2e/visits.ts).
 * @param {string} folder the FLOW_ROUTES_FOLDER of a run
 * @returns {Record<string, string[]>} sorted paths such as `app/routes/healthz.ts`, by title of the flow
 */
export function readFlowRoutes(folder) {
  /** @type {Map<string, Set<string>>} */
  const found = new Map()
  for (const name of existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []) {
    const { title, routes } = JSON.parse(readFileSync(path.join(folder, name), 'utf8'))
    found.set(title, new Set([...(found.get(title) ?? []), ...routes]))
  }
  const titles = [...found.keys()].sort()
  return Object.fromEntries(titles.map((title) => [title, [...(found.get(title) ?? [])].sort()]))
}
