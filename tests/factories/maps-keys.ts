import { saveMapsBrowserKey, saveMapsKey } from '~/models/schools/settings.server'
import type { MadeSchool } from './school'

/** Gives a school keys of a maps service: the server's says what the stand-in does (`standInKeys`), the browser's lets Google's map be drawn. */
export async function giveMapsKeys(school: MadeSchool, keys: { server?: string; browser?: string }): Promise<void> {
  if (keys.server !== undefined) await saveMapsKey(school.scope, keys.server)
  if (keys.browser !== undefined) await saveMapsBrowserKey(school.scope, keys.browser)
}
