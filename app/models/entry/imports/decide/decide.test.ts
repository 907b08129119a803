import { describe, expect, it } from 'vitest'
import type { Cell } from '~/services/spreadsheets/port'
import { decideAmounts } from './decide-amounts'
import { decideChoices } from './decide-choices'
import { decideClasses, decidedClass } from './decide-classes'
import { decideDays } from './decide-days'
import { type Answers, isOpen } from './port'

const today = '2026-11-29'
const cellsOf = (...cells: Cell[]) => cells.map((cell, index) => ({ line: index + 2, cell }))
const dateCell = (text: string): Cell => ({ text, mark: { kind: 'date' } })

describe('decideDays', () => {
  const facts = {
    key: 'date_of_birth',
    heading: 'DOB',
    today,
    years: 'past' as const,
    isPast: true,
    mayBeBare: false,
    fileOrder: null,
  }
  const decide = (cells: Cell[], answers: Answers = {}, more = {}) =>
    decideDays(cellsOf(...cells), { ...facts, answers, ...more })
  const asked = (cells: Cell[], answers: Answers = {}, more = {}) => {
    const { decision, questions, contradictions } = decide(cells, answers, more)
    return [decision.order, questions.filter(isOpen).map(({ id }) => id), contradictions.length]
  }

  it.each<[string, Cell[], string]>([
    ['one day above 12', ['05/04/2012', '25/04/2012'], 'day-first'],
    ['one month-first value', ['04/05/2012', '04/25/2012'], 'month-first'],
    ['month first with two digits', ['4/25/12', '5/6/12', '1/2/12'], 'month-first'],
    ['month first with a time', ['4/25/2012 0:00', '5/6/2012 0:00'], 'month-first'],
    ['month first with hyphens', ['04-25-2012', '05-06-2012'], 'month-first'],
    ['month first without a separator', ['04252012', '05062012'], 'month-first'],
    ['month first beside clear days', ['04/25/2012', '5 Jun 2012', '2012-06-05'], 'month-first'],
    ['only clear days', ['5 Jun 2012', '2012-06-05', '41004'], 'day-first'],
    ['texts that are no days', ['soon', '25/04/2012'], 'day-first'],
    ['Gujarati digits', ['૦૪/૨૫/૨૦૧૨', '૦૫/૦૬/૨૦૧૨'], 'month-first'],
    ['an empty column', [], 'day-first'],
  ])('finds the order of day and month in a column with %s', (_, cells, order) => {
    expect(asked(cells)).toEqual([order, [], 0])
  })

  it('reports a contradiction for a column with both orders of day and month, and names a line of each', () => {
    const { contradictions, questions } = decide(['25/04/2012', '05/06/2012', '04/25/2012', '26/04/2012'])
    expect(questions).toEqual([])
    expect(contradictions).toHaveLength(1)
    expect(contradictions[0]?.message).toContain('25/04/2012 (line 2) has the day first, 04/25/2012 (line 4) the month')
    expect(contradictions[0]?.lines).toEqual([4])
  })

  it('asks for the order when some day would be in the future unless the month comes first', () => {
    const { questions } = decide(['06/12/2026', '05/06/2026'])
    expect(questions.map(({ id, options }) => [id, options.map((option) => option.example)])).toEqual([
      ['order:date_of_birth', ['06/12/2026 is 6 Dec 2026', '06/12/2026 is 12 Jun 2026']],
    ])
    expect(asked(['06/12/2026'], { 'order:date_of_birth': 'month-first' })).toEqual(['month-first', [], 0])
    expect(decide(['06/12/2026'], {}, { isPast: false }).questions[0]?.sentence).not.toContain('in the future')
  })

  it('asks for the order of day and month when neither the values nor another column show it', () => {
    const cells = ['05/04/2012', '06/06/2012']
    expect(decide(cells).questions.map(({ id, lines }) => [id, lines])).toEqual([['order:date_of_birth', [2]]])
    expect(asked(cells, { 'order:date_of_birth': 'month-first' })).toEqual(['month-first', [], 0])
    expect(asked(cells, {}, { fileOrder: 'month-first' })).toEqual(['month-first', [], 0])
    expect(asked(cells, {}, { fileOrder: 'day-first' })).toEqual(['day-first', [], 0])
    expect(asked(['06/06/2012', '5 Apr 2012'])).toEqual(['day-first', [], 0])
  })

  it('asks whether a spreadsheet swapped day and month of date cells when text cells have a day above 12', () => {
    const cells = [dateCell('2015-05-12'), dateCell('2014-07-03'), '25/12/2015']
    expect(decide(cells).questions.map(({ id, options }) => [id, options.map((option) => option.example)])).toEqual([
      ['dates:date_of_birth', ['2015-05-12 is 12 May 2015', '2015-05-12 is 5 Dec 2015']],
    ])
    expect(decide(cells, { 'dates:date_of_birth': 'exchanged' }).decision.dates).toBe('exchanged')
    expect(decide(cells, { 'dates:date_of_birth': 'as-shown' }).questions).toMatchObject([{ answer: 'as-shown' }])
  })

  it.each<[string, Cell[], string, string]>([
    ['one text', [dateCell('2015-12-05'), '12/25/2015'], '2015-12-05', '12 May 2015'],
    ['a text with a time', [dateCell('2015-12-05'), '12/25/2015 0:00'], '2015-12-05', '12 May 2015'],
    ['a text with hyphens', [dateCell('2014-03-01'), dateCell('2014-02-07'), '12-25-2015'], '2014-03-01', '3 Jan 2014'],
    ['a text with a short year', [dateCell('2014-03-01'), '12/31/15'], '2014-03-01', '3 Jan 2014'],
  ])(
    'asks whether day and month are swapped in an American file opened with Indian settings: %s',
    (_, cells, date, exchanged) => {
      const { decision, questions } = decide(cells)
      expect(decision.order).toBe('month-first')
      expect(questions.map(({ id, options }) => [id, options[1]?.example])).toEqual([
        ['dates:date_of_birth', `${date} is ${exchanged}`],
      ])
    },
  )

  it.each<[string, Cell[]]>([
    ['a true date has a day above 12', [dateCell('2015-05-13'), '25/12/2015']],
    ['the texts have low days', [dateCell('2015-05-12'), '05/12/2015']],
    ['there are only true dates', [dateCell('2015-05-12')]],
    ['day and month are equal', [dateCell('2015-05-05'), '25/12/2015']],
  ])('does not ask about swapped dates when %s', (_, cells) => {
    expect(decide(cells).questions.filter(({ id }) => id.startsWith('dates:'))).toEqual([])
  })

  it('asks which day is meant when all times are 18:30, which in UTC is midnight in India', () => {
    const cells = ['2015-06-13 18:30:00', '2014-01-01 18:30']
    expect(decide(cells).questions.map(({ id }) => id)).toEqual(['zone:date_of_birth'])
    expect(decide(cells, { 'zone:date_of_birth': 'utc' }).decision.zone).toBe('utc')
    expect(decide(['2015-06-13 18:30', '2015-06-14 10:00', '2015-06-14 11:20']).questions).toEqual([])
    expect(decide(['2015-06-13T18:30:00Z']).questions).toEqual([])
  })

  it.each<[string, Cell[], string[]]>([
    ['stand beside midnights', ['2015-06-13 18:30', '2015-06-14 00:00', '2014-01-01 00:00'], ['13 Jun', '14 Jun']],
    ['are half of all', ['2015-06-13 18:30', '2015-06-14 10:00'], ['13 Jun', '14 Jun']],
    ['have the month first', ['6/13/2015, 6:30 PM', '6/14/2015, 6:30 PM'], ['13 Jun', '14 Jun']],
    ['have the day first', ['13/06/2015 18:30'], ['13 Jun', '14 Jun']],
  ])('asks which day is meant when times of 18:30 %s', (_, cells, days) => {
    const [question] = decide(cells).questions
    expect([question?.id, question?.options.map(({ example }) => example?.split(' is ')[1])]).toEqual([
      'zone:date_of_birth',
      [`${days[1]} 2015`, `${days[0]} 2015`],
    ])
  })

  it.each<[string, Cell[], Array<[order: string, day: string]>]>([
    [
      '15-06-14',
      ['15-06-14'],
      [
        ['day-first', '15 Jun 2014'],
        ['year-first', '14 Jun 2015'],
      ],
    ],
    [
      'slashes',
      ['15/12/25', '14/03/02'],
      [
        ['day-first', '15 Dec 2025'],
        ['year-first', '25 Dec 2015'],
      ],
    ],
    [
      'a year of four digits first',
      ['2015.06.14', '15.06.05'],
      [
        ['day-first', '15 Jun 2005'],
        ['year-first', '5 Jun 2015'],
      ],
    ],
    [
      'Gujarati digits',
      ['૧૫-૦૬-૧૪'],
      [
        ['day-first', '15 Jun 2014'],
        ['year-first', '14 Jun 2015'],
      ],
    ],
    [
      'three low numbers',
      ['10-06-12'],
      [
        ['day-first', '10 Jun 2012'],
        ['month-first', '6 Oct 2012'],
        ['year-first', '12 Jun 2010'],
      ],
    ],
  ])('asks whether the year comes first in %s', (_, cells, options) => {
    const [question, ...others] = decide(cells).questions
    expect([question?.id, others]).toEqual(['order:date_of_birth', []])
    expect(question?.options.map(({ value, example }) => [value, example?.split(' is ')[1]])).toEqual(options)
    const { decision } = decide(cells, { 'order:date_of_birth': 'year-first' })
    expect(decision.order).toBe('year-first')
  })

  it.each<[string, Cell[], string, object?]>([
    ['the first number is a day above the years of children', ['14-06-15', '29-11-14'], 'day-first'],
    ['the first number has one digit', ['15-06-14', '5-6-14'], 'day-first'],
    ['the month has one digit', ['21/4/27'], 'day-first', { isPast: false, years: 'nearest' }],
    ['the third number is no day', ['12-06-85', '15-06-14'], 'day-first'],
    ['the second number is no month', ['06-15-14', '06-11-14'], 'month-first'],
    ['the other days have four digits last', ['14/06/2015', '15-06-14'], 'day-first'],
    ['only a year can be first', ['99-06-14', '15-06-14'], 'year-first'],
    ['payments were near today', ['15/06/26', '22/06/26'], 'day-first', { spanYears: 5 }],
    ['another column tells', ['15-06-14'], 'day-first', { fileOrder: 'day-first' }],
  ])('does not ask whether the year comes first when %s', (_, cells, order, more = {}) => {
    expect(asked(cells, {}, more)).toEqual([order, [], 0])
  })

  it('asks whether a month without a day means its first day, in columns that allow this', () => {
    const more = { key: 'joined_on', heading: 'DOJ', mayBeBare: true }
    expect(decide(['June 2018', '21-04-2017', '2018'], {}, more).questions.map(({ id }) => id)).toEqual([
      'bare:joined_on',
    ])
    expect(decide(['June 2018'], { 'bare:joined_on': 'first' }, more).decision.bare).toBe('first')
    expect(decide(['June 2018']).questions).toEqual([])
  })

  it('ignores an answer that is not an option', () => {
    expect(asked(['06/12/2026'], { 'order:date_of_birth': 'upwards' })[1]).toEqual(['order:date_of_birth'])
  })
})

describe('decideAmounts', () => {
  const facts = { key: 'amount', heading: 'Pending', today, arePayments: false }
  const decide = (cells: string[], answers: Answers = {}, more = {}) =>
    decideAmounts(cellsOf(...cells), { ...facts, answers, ...more })

  it.each([
    [['4500', '3200'], '.'],
    [['4,500', '3,200.50'], '.'],
    [['1,25,000', '12.5'], '.'],
    [['1.234,50', '4.500'], ','],
    [['1.25.000', '12,5'], ','],
    [['1.234.567,00'], ','],
    [['4.500', '3200.50'], '.'],
    [['12,50', '3200.50'], '.'],
    [['NIL', '-'], '.'],
    [['4,500.00 Dr', '1,200.00 Cr'], '.'],
  ])('finds the decimal mark of %j', (cells, decimal) => {
    const { decision, questions, contradictions } = decide(cells)
    expect([decision.decimal, questions, contradictions]).toEqual([decimal, [], []])
  })

  it.each([
    [
      ['4.500', '3.200'],
      ['4.500 is ₹4,500', '4.500 is refused'],
    ],
    [
      ['12,50', '100'],
      ['12,50 is ₹12.50', '12,50 is refused'],
    ],
  ])('asks for the decimal mark of %j', (cells, examples) => {
    const { questions } = decide(cells)
    expect(questions.map(({ id, options }) => [id, options.map(({ example }) => example)])).toEqual([
      ['decimal:amount', examples],
    ])
    expect(decide(cells, { 'decimal:amount': ',' }).decision.decimal).toBe(',')
  })

  it('reports a contradiction for a column with both decimal marks', () => {
    const { contradictions } = decide(['1.234,50', '1,234.50', '2,000.75'])
    expect(contradictions[0]?.message).toContain('1,234.50 (line 3) and 1.234,50 (line 2)')
    expect(contradictions[0]?.lines).toEqual([2])
  })

  it.each([
    ['Amount (in paise)', ['450000'], 'paise'],
    ['Fees in Lakhs', ['1.2'], 'lakhs'],
    ['Fees (in thousands)', ['4.5'], 'thousands'],
    ['Amount', ['4500', '3200', '5000'], 'rupees'],
    ['Amount', ['150000', '3200', '500000'], 'rupees'],
  ])('reads the unit of amounts from the heading %s with the values %j', (heading, cells, unit) => {
    const { decision, questions } = decide(cells, {}, { heading })
    expect([decision.unit, questions]).toEqual([unit, []])
  })

  it('asks whether unusually high amounts are in paise', () => {
    const cells = ['450000', '320000', '1250000']
    expect(decide(cells).questions.map(({ id, options }) => [id, options.map(({ example }) => example)])).toEqual([
      ['unit:amount', ['450000 is ₹4,50,000', '450000 is ₹4,500']],
    ])
    expect(decide(cells, { 'unit:amount': 'paise' }).decision.unit).toBe('paise')
  })

  it('asks whether debits or credits are payments when a file of payments has debits', () => {
    const cells = ['1000 Dr', '500 Cr']
    expect(decide(cells, {}, { arePayments: true }).questions.map(({ id }) => id)).toEqual(['side:amount'])
    expect(decide(cells, { 'side:amount': 'dr' }, { arePayments: true }).decision.paidSide).toBe('dr')
    expect(decide(['500 Cr'], {}, { arePayments: true }).questions).toEqual([])
    expect(decide(cells).questions).toEqual([])
    const { questions } = decide(['500', '1000'], {}, { arePayments: true, sides: cellsOf('Cr', 'Debit') })
    expect(questions.map(({ id, options }) => [id, options[1]?.example])).toEqual([
      ['side:amount', '1000 Dr is a payment'],
    ])
  })
})

describe('decideClasses', () => {
  const decide = (cells: string[], hasSections = false, answers: Answers = {}) =>
    decideClasses(cellsOf(...cells), { key: 'class', heading: 'Std', today, answers, hasSections })

  it.each([
    [['V I', 'VI A', 'V B'], false, 'split', 'V - I'],
    [['V I', 'VII', 'IX'], true, 'whole', 'VI'],
    [['62', '6-1', '7-A'], false, 'split', '6 - 2'],
    [['62', '7'], true, 'whole', '62'],
    [['V-I', 'X-I', '1-2'], false, 'split', 'V-I'],
    [['VI', 'VII'], false, 'split', 'VI'],
    [['I-II', 'V-I', 'I-III'], false, 'split', 'I-II'],
    [['1V', '2-A', '3-B'], false, 'split', '1 - V'],
    [['1V', 'V'], true, 'whole', 'IV'],
  ])(
    'reads the classes %j (sections have their own column: %s) without a question: %s',
    (cells, hasSections, _, read) => {
      const { decision, questions } = decide(cells, hasSections)
      expect([questions, decidedClass(cells[0] ?? '', decision)]).toEqual([[], read])
    },
  )

  it.each([
    [['V I', 'VII'], 'torn:class', ['V I is class V, section I', 'V I is class VI'], ['V - I', 'VI']],
    [['V I'], 'torn:class', ['V I is class V, section I', 'V I is class VI'], ['V - I', 'VI']],
    [['62', '71', '11'], 'digits:class', ['62 is class 6, section 2', '62 is class 62'], ['6 - 2', '62']],
    [['62', '5'], 'digits:class', ['62 is class 6, section 2', '62 is class 62'], ['6 - 2', '62']],
    [['1V', 'VII'], 'torn:class', ['1V is class 1, section V', '1V is class IV'], ['1 - V', 'IV']],
    [['10+2', '10'], 'plus:class', ['10+2 is class 10, section 2', '10+2 is class 12'], ['10 - 2', '12']],
    [['+2 Sci', '10-A'], 'plus:class', ['+2 Sci is class 2 Sci', '+2 Sci is class 12 Sci'], ['2 Sci', '12 Sci']],
    [
      ['10th-B (Sci)', '10-A'],
      'extra:class',
      ['10th-B (Sci) is class 10th, section B', '10th-B (Sci) is class 10th Sci, section B'],
      ['10th - B', '10th-B (Sci)'],
    ],
    [['V (Eng)'], 'extra:class', ['V (Eng) is class V', 'V (Eng) is class V Eng'], ['V', 'V (Eng)']],
    [['+2'], 'plus:class', ['+2 is class 2', '+2 is class 12'], ['2', '12']],
    [
      ['VI-VII', 'V-A'],
      'range:class',
      ['VI-VII is class VI, section VII', 'VI-VII is refused'],
      ['VI-VII', 'VI to VII'],
    ],
    [['6-8'], 'range:class', ['6-8 is class 6, section 8', '6-8 is refused'], ['6-8', '6 to 8']],
    [
      ['Jr A', '1-A'],
      'junior:class',
      ['Jr A is class Jr, section A', 'Jr A is class Jr KG, section A'],
      ['Jr - A', 'Jr KG - A'],
    ],
    [['Sr', '1-A'], 'junior:class', ['Sr is class Sr', 'Sr is class Sr KG'], ['Sr', 'Sr KG']],
  ])('asks how to read the classes %j', (cells, id, examples, reads) => {
    const [question] = decide(cells).questions
    expect([question?.id, question?.options.map(({ example }) => example)]).toEqual([id, examples])
    const decisions = ['split', 'whole'].map((answer) => decide(cells, false, { [id]: answer }).decision)
    expect(decisions.map((decision) => decidedClass(cells[0] ?? '', decision))).toEqual(reads)
  })

  it('reads 11 as class 1 section 1 in a column of numbers without separators', () => {
    const { decision } = decide(['62', '71', '11'], false, { 'digits:class': 'split' })
    expect(['11', '12', '10', '121'].map((text) => decidedClass(text, decision))).toEqual([
      '1 - 1',
      '1 - 2',
      '10',
      '12 - 1',
    ])
  })
})

describe('decideChoices', () => {
  const decide = (key: string, cells: string[], more: { isUdise?: boolean; answers?: Answers } = {}) =>
    decideChoices(cellsOf(...cells), { key, heading: key, today, answers: {}, isUdise: false, ...more })

  it.each([
    ['gender', ['1', '2', '3'], { 1: 'Male', 2: 'Female', 3: 'Other' }],
    ['category', ['1', '4', '2'], { 1: 'General', 2: 'SC', 4: 'OBC' }],
    ['category', ['૧', '૪'], { 1: 'General', 4: 'OBC' }],
    ['medium', ['3', '04', '19'], { 3: 'Gujarati', 4: 'Hindi', 19: 'English' }],
    ['rte', ['1', '2'], { 1: 'Yes', 2: 'No' }],
  ])('reads the UDISE codes in %s: %j', (key, cells, meanings) => {
    expect(decide(key, cells, { isUdise: true }).decision.meanings).toMatchObject(meanings)
    const [question] = decide(key, cells).questions
    expect(question?.id).toBe(`codes:${key}`)
    expect(decide(key, cells, { answers: { [`codes:${key}`]: 'udise' } }).decision.meanings).toMatchObject(meanings)
    expect(decide(key, cells, { answers: { [`codes:${key}`]: 'other' } })).toMatchObject({ decision: { meanings: {} } })
  })

  it.each([
    ['gender', ['M', 'F', '1']],
    ['category', ['General', '2']],
    ['rte', ['1', '0']],
    ['religion', ['1', '2']],
    ['category', ['General', 'EWS']],
  ])('does not read %s as UDISE codes: %j', (key, cells) => {
    const { decision, questions } = decide(key, cells, { isUdise: true })
    expect([decision.meanings, questions]).toEqual([{}, []])
  })
})
