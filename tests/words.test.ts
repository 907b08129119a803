import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { languages } from '~/language/language'
import { usualTexts } from '~/models/contact/messaging/usual-templates'
import { oneWord } from './texts/one-word'

const folder = 'app/messages'
type Messages = Record<string, string>

/** Names and signs that are the same in every language. */
const alike = new Set(['Shala', 'English', 'हिन्दी', 'ગુજરાતી', 'PDF', 'UPI', 'Razorpay'])

const domains = readdirSync(`${folder}/en`).map((name) => name.replace('.json', ''))

function read(domain: string, language: string): Messages {
  const { $schema: _schema, ...messages } = JSON.parse(readFileSync(`${folder}/${language}/${domain}.json`, 'utf8'))
  return messages
}

const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort()

describe.each(domains)('the words of %s', (domain) => {
  const en = read(domain, 'en')

  it.each(languages.slice(1))('are complete in %s, with the same placeholders as in English', (language) => {
    const other = read(domain, language)
    expect(Object.keys(other).sort()).toEqual(Object.keys(en).sort())
    const different = Object.keys(en).filter((key) => {
      return placeholders(String(en[key])).join() !== placeholders(String(other[key])).join()
    })
    expect(different).toEqual([])
  })

  it.each([
    ['hi', /\p{Script=Devanagari}/u],
    ['gu', /\p{Script=Gujarati}/u],
  ] as const)('are written in the script of %s, never left in English', (language, script) => {
    const left = Object.entries(read(domain, language)).filter(([key, text]) => {
      const words = String(text).replace(/\{\w+\}/g, '')
      return /\p{L}/u.test(words) && (text === en[key] || !script.test(words)) && !alike.has(words.trim())
    })
    expect(left).toEqual([])
  })

  it('have names that start with the domain, and no empty text', () => {
    for (const language of languages) {
      const messages = read(domain, language)
      expect(Object.entries(messages).filter(([, text]) => String(text).trim() === '')).toEqual([])
      expect(Object.keys(messages).filter((key) => !key.startsWith(`${domain}_`))).toEqual([])
    }
  })
})

describe('one word per concept', () => {
  it.each(languages)('is used in all texts of the portal in %s', (language) => {
    const wrong = domains.flatMap((domain) =>
      Object.entries(read(domain, language)).flatMap(([key, text]) =>
        (oneWord[language] ?? []).filter(([, never]) => never.test(String(text))).map(([kept]) => `${key}: ${kept}`),
      ),
    )
    expect(wrong).toEqual([])
  })

  // Not tested in Hindi, where these messages use विद्यालय and तिथि throughout, unlike the portal.
  it('is also used in messages to families in Gujarati', () => {
    const said = Object.entries(usualTexts).flatMap(([event, { gu = '' }]) =>
      (oneWord.gu ?? []).filter(([, never]) => never.test(gu)).map(([kept]) => `${event}: ${kept}`),
    )
    expect(said).toEqual([])
  })
})

describe('the words in use', () => {
  const source = ['app', 'server']
    .flatMap((root) => readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => `${root}/${name}`))
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('paraglide'))
    .map((name) => readFileSync(name, 'utf8'))
    .join('\n')

  it('include every defined message', () => {
    const said = new Set([...source.matchAll(/\bm\.(\w+)/g)].map((match) => match[1]))
    const idle = domains.flatMap((domain) => Object.keys(read(domain, 'en'))).filter((key) => !said.has(key))
    expect(idle).toEqual([])
  })
})
