import { describe, expect, it } from 'vitest'
import { pagesOfPdf, widthsInPdf, wordsOfPdf } from '../../tests/factories/pdf-words'
import { attendanceRegisterView, feeRegisterView } from '../../tests/factories/registers-view'
import { renderAttendanceRegister } from './attendance-register.server'
import { renderFeeRegister } from './fee-register.server'

describe('the printed attendance register', () => {
  it('prints days, codes, sums, students who joined or left, holidays, and signature lines', async () => {
    const words = wordsOfPdf(await renderAttendanceRegister(attendanceRegisterView('en'), 'en')).replace(/ +/g, ' ')
    for (const text of [
      'Saraswati Public School, Ahmedabad',
      'Attendance register',
      'Class 8 – B',
      'Aug 2026 · as of 1 Sep 2026 · 2026-2027',
      'On the roll: 38 (boys 18, girls 20)',
      'ADM-2024-1017',
      'Joined 12 Aug',
      'Left 20 Aug',
      'now in another section',
      'Boys present',
      'Total present',
      'Working days: 24',
      'Independence Day (15 Aug)',
      'P Present, A Absent, L Late, H Half day, Lv Leave',
      'Class teacher: Kavita Rao',
      'Principal',
    ])
      expect(words).toContain(text)
    expect(words.match(/\bSun\b/g)).toHaveLength(5)
    expect(words.match(/\bHol\b/g)).toHaveLength(1)
  })

  it('notes leaving or a change of section even after the longest name', async () => {
    const view = attendanceRegisterView('en')
    const long = {
      firstName: 'Venkatanarasimharajuvaripeta'.repeat(2),
      lastName: 'Subrahmanyam Chandrasekhar'.repeat(2),
    }
    const { students } = view.register
    const renamed = students.map((one, index) => {
      if (index === 7) return { ...one, ...long, leftOn: '2026-08-30' }
      return index === 11 ? { ...one, ...long } : one
    })
    const file = await renderAttendanceRegister({ ...view, register: { ...view.register, students: renamed } }, 'en')
    const words = wordsOfPdf(file)
    expect(words.match(/Venkata[^…]*… · Left 30 Aug/g)).toHaveLength(1)
    expect(words.match(/Venkata[^…]*… · now in another section/g)).toHaveLength(1)
    expect(pagesOfPdf(file)).toBe(1)
  })

  it('keeps the longest sums in their columns', async () => {
    const view = attendanceRegisterView('en')
    const [first, ...others] = view.register.students
    if (!first) throw new Error('There are forty')
    const long = { ...first, broughtForward: 187.5, attendedInAll: 208.5, daysInAll: 210 }
    const register = { ...view.register, students: [long, ...others] }
    const file = await renderAttendanceRegister({ ...view, register }, 'en')
    const [width = 99, ...more] = widthsInPdf(file, '208.5/210')
    expect(more).toEqual([])
    expect(width).toBeLessThanOrEqual(29)
  })

  it.each([
    ['en', 'Birthday of Mahatma Gandhi, father of the nation, and Lal Bahadur Shastri, too'],
    ['hi', 'राष्ट्रपिता महात्मा गांधी एवं लाल बहादुर शास्त्री जयंती के उपलक्ष्य में अवकाश दिन'],
    ['gu', 'રાષ્ટ્રપિતા મહાત્મા ગાંધી અને લાલ બહાદુર શાસ્ત્રીની જન્મજયંતી નિમિત્તે જાહેર રજા'],
  ] as const)('fits forty students on one page in a month with six long holiday names, in %s', async (locale, name) => {
    const view = attendanceRegisterView(locale)
    const days = view.register.days.map((one, at) =>
      at % 5 === 2 ? { ...one, kind: 'off' as const, holiday: `${at} ${name}` } : one,
    )
    const file = await renderAttendanceRegister({ ...view, register: { ...view.register, days } }, locale)
    expect(pagesOfPdf(file)).toBe(1)
  })

  it('prints the legend on each page', async () => {
    const words = wordsOfPdf(await renderAttendanceRegister(attendanceRegisterView('en', 60), 'en'))
    expect(words.match(/P Present, A Absent, L Late, H Half day, Lv Leave/g)).toHaveLength(2)
  })

  it.each(['en', 'hi', 'gu'] as const)(
    'fits forty students on one page and sixty on two with any names, in %s',
    async (locale) => {
      const file = await renderAttendanceRegister(attendanceRegisterView(locale, 40), locale)
      expect(pagesOfPdf(file)).toBe(1)
      expect(Buffer.compare(file, await renderAttendanceRegister(attendanceRegisterView(locale, 40), locale))).toBe(0)
      for (const [size, pages] of [
        [0, 1],
        [1, 1],
        [41, 2],
        [60, 2],
        [81, 3],
      ] as const)
        expect(
          pagesOfPdf(await renderAttendanceRegister(attendanceRegisterView(locale, size), locale)),
          `${size}`,
        ).toBe(pages)
    },
  )
})

describe('the printed fee register', () => {
  it('prints dues, concession, fine, receipts with their days, credit, and sums carried forward', async () => {
    const words = wordsOfPdf(await renderFeeRegister(feeRegisterView('en', 20), 'en')).replace(/\s+/g, ' ')
    for (const text of [
      'Fee register',
      '2026-2027',
      'Concession',
      'Fine',
      '12,500',
      '000001',
      '10/04/26',
      '000039*',
      'Held: ₹750',
      'Left 30 Sep 2026',
      'Brought forward',
      'Page total',
      'Carried forward',
      'Accountant',
      "Dues before the session's first month are shown in that month, dues after its last month in the last one.",
      "Held: the student's money not yet used for a due, from all sessions.",
      'Receipt numbers without a year are from 2026-27',
    ])
      expect(words).toContain(text)
  })

  it.each(['en', 'hi', 'gu'] as const)(
    'breaks pages so that no page overflows into the next, in %s',
    async (locale) => {
      for (const size of [0, 1, 13, 60]) {
        const file = await renderFeeRegister(feeRegisterView(locale, size), locale)
        expect(Buffer.compare(file, await renderFeeRegister(feeRegisterView(locale, size), locale))).toBe(0)
        const pages = pagesOfPdf(file)
        const words = wordsOfPdf(file)
        // Equal numbers of headings, page totals and pages prove that no page overflows onto another.
        expect(words.match(/2026-2027/g)).toHaveLength(pages)
        if (size <= 1) expect(pages).toBe(1)
        else if (locale === 'en') expect(words.match(/Page total/g)).toHaveLength(pages)
        else expect(pages).toBe(pagesOfPdf(await renderFeeRegister(feeRegisterView('en', size), 'en')))
      }
    },
  )
})
