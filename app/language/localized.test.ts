import { expect, it } from 'vitest'
import { readLocalized, withWords, wordsIn } from './localized'

it('reads a language, else the first one that is written', () => {
  const text = { hi: 'छुट्टी', gu: 'રજા' }
  expect([wordsIn(text, 'gu'), wordsIn(text, 'en'), wordsIn({}, 'en')]).toEqual(['રજા', 'छुट्टी', ''])
})

it('keeps only languages with words', () => {
  expect(withWords({ en: 'Holiday' }, 'gu', 'રજા')).toEqual({ en: 'Holiday', gu: 'રજા' })
  expect(withWords({ en: 'Holiday', gu: 'રજા' }, 'gu', '')).toEqual({ en: 'Holiday' })
})

it('reads a stored text without unknown languages and other values', () => {
  expect(readLocalized('{"en": "Holiday", "hi": null, "xx": "?", "gu": 5}')).toEqual({ en: 'Holiday' })
})
