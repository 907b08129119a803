import { expect, it } from 'vitest'
import { chooseLanguage } from './language'

it.each([
  ['lang=gu', 'hi', 'gu'],
  ['a=b; lang=hi; c=d', undefined, 'hi'],
  ['lang=fr', 'gu-IN,gu;q=0.9,en;q=0.8', 'gu'],
  ['slang=gu', undefined, 'en'],
  [undefined, 'HI', 'hi'],
  [undefined, 'fr-FR, gu;q=0.8, hi;q=0.5', 'gu'],
  [undefined, 'de', 'en'],
  [undefined, undefined, 'en'],
])('for the cookie %j and Accept-Language %j, chooses %s', (cookie, asked, language) => {
  expect(chooseLanguage(cookie, asked)).toBe(language)
})
