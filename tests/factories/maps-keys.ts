import { saveMapsBrowserKey, saveMapsKey } from '~/models/core/schools/settings.server'
import type { MadeSchool } from './school'

/**
 * Saves a school's keys of a maps service: the server key selects the stand-in's behaviour (`standInKeys`), the browser
 * key lets pages draw Google's map.
 */
export async function giveMapsKeys(school: MadeSchool, keys: { server?: string; browser?: string }): Promise<void> {
  if (keys.server !== undefined) await saveMapsKey(school.scope, keys.server)
  if (keys.browser !== undefined) await saveMapsBrowserKey(school.scope, keys.browser)
}
