import { expect, it } from 'vitest'
import { readLocalized, withWords, wordsIn } from './localized'

it('returns the text in the requested language, otherwise in the first language that has one', () => {
  const text = { hi: 'छुट्टी', gu: 'રજા' }
  expect([wordsIn(text, 'gu'), wordsIn(text, 'en'), wordsIn({}, 'en')]).toEqual(['રજા', 'छुट्टी', ''])
})

it('adds the text of a language, and removes the language when its text is empty', () => {
  expect(withWords({ en: 'Holiday' }, 'gu', 'રજા')).toEqual({ en: 'Holiday', gu: 'રજા' })
  expect(withWords({ en: 'Holiday', gu: 'રજા' }, 'gu', '')).toEqual({ en: 'Holiday' })
})

it('parses a stored text, and ignores unknown languages and values that are not text', () => {
  expect(readLocalized('{"en": "Holiday", "hi": null, "xx": "?", "gu": 5}')).toEqual({ en: 'Holiday' })
})
