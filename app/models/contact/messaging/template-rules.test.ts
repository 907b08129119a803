import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { languages } from '~/language/language'
import { wordsIn } from '~/language/localized'
import { countSms, isUnicode } from '~/services/messages/port'
import type { MessageState } from './options'
import { eventValues, messageEvents } from './options'
import { channelOrder, isNews, messageSummary, quietSeconds } from './send/sending-rules'
import {
  fillTemplate,
  samplesOf,
  shortened,
  tagsOf,
  templateTrouble,
  valueTrouble,
  variablesOf,
  withoutClassWord,
} from './template-rules'
import { usualTemplate, usualTexts, usualWords } from './usual-templates'

const url = 'https://portal.school.test'

describe('valueTrouble', () => {
  it.each([
    ['numeric', '120', null],
    ['numeric', '12a', 'digits'],
    ['numeric', '1,200', 'digits'],
    ['numeric', '१२', 'digits'],
    ['alphanumeric', 'Asha', null],
    ['alphanumeric', 'आशा', null],
    ['alphanumeric', '1,20,000.50', null],
    ['alphanumeric', '', 'empty'],
    ['alphanumeric', '   ', 'empty'],
    ['alphanumeric', 'a'.repeat(30), null],
    ['alphanumeric', 'a'.repeat(31), '31 letters'],
    ['alphanumeric', 'two\nlines', 'line break'],
    ['alphanumeric', 'see https://evil.test', 'internet address'],
    ['alphanumeric', 'see evil.com', 'internet address'],
    ['alphanumeric', 'call 9876543210', 'phone number'],
    ['alphanumeric', '{#numeric#}', 'brace'],
    ['url', `${url}/fees`, null],
    ['url', url, null],
    ['url', 'https://portal.school.test.evil.com', 'list'],
    ['url', 'https://evil.test/', 'list'],
    ['cbn', '+911234567890', null],
    ['cbn', '12', 'call-back'],
  ] as const)('checks a %s value %j: %s', (tag, value, trouble) => {
    const found = valueTrouble(tag, value, [`${url}/`])
    if (trouble === null) expect(found).toBeNull()
    else expect(found).toContain(trouble)
  })
})

describe('withoutClassWord', () => {
  it.each([
    ['Class 6-A', '6-A'],
    ['class  Nursery-A', 'Nursery-A'],
    ['Std 6-A', '6-A'],
    ['STD. 6-A', '6-A'],
    ['Std.6-A', '6-A'],
    ['Standard VI-B', 'VI-B'],
    ['Grade 10-A', '10-A'],
    ['कक्षा 6-A', '6-A'],
    ['धोरण ६-A', '६-A'],
    ['ધોરણ 6-A', '6-A'],
    ['ધો. 6-A', '6-A'],
    // Names that stay unchanged: the word for "class" is not separate, or there is no other word.
    ['VIII-A', 'VIII-A'],
    ['Grade-A', 'Grade-A'],
    ['Std. -A', 'Std. -A'],
    ['Classical Music-A', 'Classical Music-A'],
    ['Upper Class-A', 'Upper Class-A'],
    ['કક્ષા', 'કક્ષા'],
    ['-', '-'],
  ])('shows %s as %s', (name, shown) => expect(withoutClassWord(name)).toBe(shown))
})

describe('a registered text', () => {
  const text = {
    channel: 'sms',
    body: 'Dear {#alphanumeric#}, {#numeric#} minutes',
    variables: 'student: Asha\nminutes: 20',
  } as const

  it('is filled in the order of its variables, and a value is never read as a pattern', () => {
    const filled = fillTemplate(text, { minutes: '5', student: 'A$&B' }, [])
    expect(filled).toEqual({ ok: true, text: 'Dear A$&B, 5 minutes', values: ['A$&B', '5'] })
  })

  it.each([
    [{ ...text, variables: 'student: Asha' }, { student: 'Asha', minutes: '5' }, '2 variables, and 1'],
    [text, { student: 'Asha' }, 'no value for minutes'],
    [text, { student: 'Asha', minutes: 'five' }, 'The value of minutes has something else than digits'],
    [{ ...text, body: 'Dear {#var#}, {#numeric#}' }, { student: 'Asha', minutes: '5' }, 'not a TRAI tag'],
    [
      { ...text, channel: 'whatsapp', body: `${'x'.repeat(1010)} ${text.body}` },
      { student: 'Asha', minutes: '5' },
      'WhatsApp takes 1024',
    ],
  ] as const)('is refused when it does not match its registration (case %#)', (template, values, trouble) => {
    const filled = fillTemplate(template, values, [])
    expect(filled.ok ? '' : filled.trouble).toContain(trouble)
  })

  it("accepts values of any length on WhatsApp, and up to the operators' maximum length in an SMS", () => {
    const values = { student: 'a'.repeat(31), minutes: '5' }
    expect(fillTemplate({ ...text, channel: 'whatsapp' }, values, [])).toMatchObject({ ok: true })
    expect(fillTemplate(text, values, [])).toMatchObject({ ok: false })
    expect(fillTemplate(text, shortened(values), [])).toMatchObject({ values: [`${'a'.repeat(27)}...`, '5'] })
    // A receipt number is never shortened.
    expect(shortened({ number: '1'.repeat(31), notice: 'n'.repeat(30) })).toEqual({
      number: '1'.repeat(31),
      notice: 'n'.repeat(30),
    })
  })

  it('is refused as a template with an unknown variable or a stray brace', () => {
    const of = { event: 'absent', ...text } as const
    expect(templateTrouble(of, [])).toContain('minutes is not a variable of this event')
    const brace = { event: 'absent', channel: 'sms', body: 'Dear {student}', variables: null } as const
    expect(templateTrouble(brace, [])).toContain('{ or }')
  })

  it('equals the registered text letter by letter when filled with any value', () => {
    const letters = fc.stringMatching(/^[\p{L}\p{M} ,.-]{1,30}$/u)
    fc.assert(
      fc.property(letters, fc.nat(), (student, minutes) => {
        const filled = fillTemplate(text, { student, minutes: String(minutes) }, [])
        if (filled.ok) expect(filled.text).toBe(`Dear ${student}, ${minutes} minutes`)
        else expect(filled.trouble).toMatch(/^The value of student/)
      }),
    )
  })
})

describe('the usual texts', () => {
  const all = messageEvents.flatMap((event) => languages.map((language) => [event, language] as const))

  it.each(all)('accepts the usual text of %s in %s, which uses only variables of its event', (event, language) => {
    const { body, variables } = usualTemplate(event, language, url)
    for (const channel of ['sms', 'whatsapp'] as const)
      expect(templateTrouble({ event, channel, body, variables }, [url])).toBeNull()
    expect(tagsOf(body)).not.toContain(null)
    const names = variablesOf(variables).map(({ name }) => name)
    expect(names.every((name) => (eventValues[event] as readonly string[]).includes(name))).toBe(true)
    // English uses every variable; no text contains more than first name and class.
    if (language === 'en') expect([...new Set(names)].toSorted()).toEqual([...eventValues[event]].toSorted())
    expect(usualWords(event, language, samplesOf(variables))).not.toMatch(/[[\]{}]/)
  })

  it('counts the parts of an SMS as phones do: plain letters in English, two bytes each in Hindi and Gujarati', () => {
    expect(messageEvents.filter((event) => isUnicode(wordsIn(usualTexts[event], 'en')))).toEqual([])
    expect(
      messageEvents.filter(
        (event) => !isUnicode(wordsIn(usualTexts[event], 'hi')) || !isUnicode(wordsIn(usualTexts[event], 'gu')),
      ),
    ).toEqual([])
    expect([160, 161, 306, 307].map((letters) => countSms('x'.repeat(letters)))).toEqual([1, 2, 2, 3])
    expect([70, 71, 134, 135].map((letters) => countSms('अ'.repeat(letters)))).toEqual([1, 2, 2, 3])
  })
})

describe('quietSeconds, channelOrder, messageSummary and isNews', () => {
  const rules = { quietFrom: 21 * 60, quietTo: 8 * 60 }
  it.each([
    ['2026-07-12T15:29:59Z', 0],
    ['2026-07-12T15:30:00Z', 11 * 3600],
    ['2026-07-12T18:30:00Z', 8 * 3600],
    ['2026-07-13T02:29:00Z', 60],
    ['2026-07-13T02:30:00Z', 0],
  ])('at %s, returns %i remaining seconds of quiet hours', (at, seconds) => {
    expect(quietSeconds(rules, new Date(at))).toBe(seconds)
  })

  it('tries every channel once, the chosen one first', () => {
    expect(channelOrder('sms')).toEqual(['sms', 'whatsapp', 'mail'])
    expect(channelOrder('mail')).toEqual(['mail', 'whatsapp', 'sms'])
  })

  const message = (state: MessageState, reason: string | null = null, mayHaveCome = false) => ({
    state,
    reason,
    mayHaveCome,
  })
  const muted = message('skipped', 'Does not want to be told')
  const unreported = message('failed', 'No report', true)
  it.each([
    [[], null, true],
    [[message('waiting')], 'being notified', false],
    [[message('sending')], 'being notified', false],
    [[message('sent')], 'notified', false],
    [[muted, message('delivered')], 'notified', false],
    [[message('held', 'Quiet hours'), message('read')], 'notified', false],
    [[message('held', 'Quiet hours'), muted], 'waits: Quiet hours', false],
    [[message('unsure', 'No answer'), muted], 'delivery not confirmed', false],
    [[muted, unreported], 'delivery not confirmed', false],
    [[muted], 'not notified: Does not want to be told', true],
    [
      [message('failed', 'No such number'), muted, muted],
      'not notified: No such number; Does not want to be told',
      true,
    ],
  ] as const)('describes the messages %j as: %s', (messages, why, isOpen) => {
    expect(messageSummary(messages)).toEqual({ why, isOpen })
  })

  it('never lets a report replace a later state', () => {
    expect([isNews('sent', 'delivered'), isNews('delivered', 'read'), isNews('sent', 'failed')]).toEqual([
      true,
      true,
      true,
    ])
    expect([
      isNews('delivered', 'sent'),
      isNews('read', 'delivered'),
      isNews('delivered', 'failed'),
      isNews('failed', 'failed'),
    ]).toEqual([false, false, false, false])
    expect(isNews('failed', 'delivered')).toBe(true)
  })
})
