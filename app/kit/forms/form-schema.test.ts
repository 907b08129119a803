import { expect, it } from 'vitest'
import { box, field, form, inEachLanguage, namesOf, shownValues, startValues } from './fields'
import { schemaOf } from './form-schema.server'

const colours = { red: 'Red', blue: 'Blue' } as const
const things = form(
  'thing',
  { name: field.line('Name', 5, { required: true }), notes: field.lines('Notes', 10) },
  box(
    { title: 'More' },
    {
      pricePaise: field.money('Price', { min: 1_00 }),
      seats: field.whole('Seats', { required: 'How many?', min: 1, max: 9 }),
    },
    { since: field.day('Since'), colour: field.choice('Colour', colours, { required: 'Choose a colour' }) },
  ),
  {
    opensAt: field.clock('Opens at', { required: 'When?' }),
    owner: field.thing('Owner', { required: 'Whose?', calledBy: 'ownerName' }),
    depositPaise: field.money('Deposit', { empty: 0 }),
  },
  { colours: field.choices('Colours', colours), isOpen: field.tick('Open', { start: true }) },
)
const schema = schemaOf(things, ({ name, notes }, say) => {
  if (name === notes) say('notes', 'Say something else')
})

const right = { name: ' Desk ', seats: '4', colour: 'red', opens_at: '07:05', owner: 'bcdfghjkmnpq' }
const wrong = (typed: object) =>
  schema.safeParse({ ...right, ...typed }).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)

it('parses fields by their posted names, and returns values by column name', () => {
  const nothing = { notes: null, pricePaise: null, since: null, depositPaise: 0, colours: [], isOpen: false }
  const read = { name: 'Desk', seats: 4, colour: 'red', opensAt: 425, owner: 'bcdfghjkmnpq' }
  expect(schema.parse(right)).toEqual({ ...nothing, ...read })
  const all = { notes: 'a\r\nb ', price: '1,000', since: '2026-02-28', colours: ['blue', 'blue'], is_open: true }
  expect(schema.parse({ ...right, ...all })).toMatchObject({
    notes: 'a\nb',
    pricePaise: 1_000_00,
    since: '2026-02-28',
    colours: ['blue'],
    isOpen: true,
  })
})

it('shows each error beside its field', () => {
  expect(wrong({ name: ' ' })).toEqual(['name: Name is required'])
  expect(wrong({ name: undefined })).toEqual(['name: Name is required'])
  expect(wrong({ name: '123456' })).toEqual(['name: Use at most 5 characters'])
  expect(wrong({ price: 'much' })).toEqual(['price: Enter an amount in rupees, such as 6,000 or 6000.50'])
  expect(wrong({ price: '0.99' })).toEqual(['price: The amount must be at least ₹1'])
  expect(wrong({ price: '1,00,001' })).toEqual(['price: The amount must be at most ₹1,00,000'])
  for (const seats of ['0', '10', '1.5', 'x'])
    expect(wrong({ seats })).toEqual(['seats: Enter a whole number from 1 to 9'])
  expect(wrong({ seats: '' })).toEqual(['seats: How many?'])
  for (const since of ['28/02/2026', '28-2-2026', '28.2.2026']) expect(wrong({ since })).toBeUndefined()
  expect(wrong({ since: '29/02/2026' })).toEqual(['since: Enter a date as yyyy-mm-dd'])
  expect(wrong({ since: '2026-02-29' })).toEqual(['since: Enter a date as yyyy-mm-dd'])
  expect(wrong({ colour: 'green' })).toEqual(['colour: Choose a colour'])
  expect(wrong({ colours: ['green'] })).toEqual(['colours.0: Choose from the list'])
  expect(wrong({ opens_at: '7:05', owner: '' })).toEqual([
    'opens_at: Enter a time such as 07:05 or 14:30',
    'owner: Whose?',
  ])
  expect(wrong({ notes: 'Desk' })).toEqual(['notes: Say something else'])
  // Form-wide errors appear together with field errors, but not beside a field that is already invalid.
  expect(wrong({ notes: 'Desk', owner: '' })).toEqual(['owner: Whose?', 'notes: Say something else'])
  expect(wrong({ name: '123456', notes: '123456' })).toEqual(['name: Use at most 5 characters'])
})

it('passes a required field to the form’s check as text or undefined, never as null', () => {
  const people = form(
    'person',
    {
      firstName: field.line('First name', 9, { required: true }),
      lastName: field.line('Last name', 9, { required: true }),
    },
    { oneName: field.emptyTick('Has one name only', 'lastName') },
    { isMoving: field.tick('Moving') },
    box({ title: 'Move', when: { field: 'isMoving', is: true } }, { town: field.line('Town', 9, { required: true }) }),
  )
  const given: object[] = []
  const personSchema = schemaOf(people, (values) => given.push(values))
  const names = { first_name: 'Meena', last_name: '' }
  expect(personSchema.safeParse(names).success).toBe(false)
  expect(personSchema.parse({ ...names, one_name: true })).toEqual({
    firstName: 'Meena',
    lastName: '',
    isMoving: false,
    town: null,
  })
  expect(personSchema.safeParse({ ...names, one_name: true, is_moving: true }).success).toBe(false)
  expect(given).toEqual([
    { firstName: 'Meena', isMoving: false },
    { firstName: 'Meena', lastName: '', isMoving: false },
    { firstName: 'Meena', lastName: '', isMoving: true },
  ])
})

it('shows stored values, and initial values in a new form', () => {
  const empty = {
    name: '',
    notes: '',
    price: '',
    seats: '',
    since: '',
    colour: '',
    opens_at: '',
    owner: '',
    deposit: '',
    colours: [],
  }
  expect(shownValues(things)).toEqual({ ...empty, is_open: true })
  const kept = {
    name: 'Desk',
    notes: null,
    pricePaise: 1_050,
    seats: 4,
    since: null,
    opensAt: 425,
    colours: ['red'],
    isOpen: false,
  }
  expect(shownValues(things, kept)).toEqual({
    ...empty,
    name: 'Desk',
    price: '10.50',
    seats: '4',
    opens_at: '07:05',
    colours: ['red'],
    is_open: false,
  })
})

it('keeps the order, rows and groups of the described fields', () => {
  expect(namesOf(things)).toEqual([
    'name',
    'notes',
    'pricePaise',
    'seats',
    'since',
    'colour',
    'opensAt',
    'owner',
    'depositPaise',
    'colours',
    'isOpen',
  ])
  expect(things.rows).toEqual([
    ['name', 'notes'],
    {
      title: 'More',
      rows: [
        ['pricePaise', 'seats'],
        ['since', 'colour'],
      ],
    },
    ['opensAt', 'owner', 'depositPaise'],
    ['colours', 'isOpen'],
  ])
})

it('accepts one or several public ids of other records, or an extra option instead', () => {
  const [one, other] = ['bcdfghjkmnpq', '222333444555']
  const links = form('link', {
    keeper: field.thing('Keeper', { calledBy: 'keeperName', words: { none: 'Nobody' }, invalid: 'Not there' }),
    shelves: field.things('Shelves', { calledBy: 'shelfNames', invalid: 'No such shelf' }),
  })
  const read = schemaOf(links)
  expect(read.parse({})).toEqual({ keeper: null, shelves: [] })
  expect(read.parse({ keeper: 'none', shelves: [one, other, one] })).toEqual({ keeper: 'none', shelves: [one, other] })
  const wrongOnes = read.safeParse({ keeper: 'someone', shelves: ['x'] }).error?.issues.map(({ message }) => message)
  expect(wrongOnes).toEqual(['Not there', 'No such shelf'])
  expect(startValues(links, { keeper: one })).toEqual({ keeper: one, shelves: [] })
})

it('creates an input for each language of a localized text, and parses these inputs as one value', () => {
  const posts = form(
    'post',
    inEachLanguage(
      { boxed: true },
      {
        title: field.localized((language) => field.line(`Title in ${language}`, 9, { required: true })),
        body: field.localized((language) => field.lines(`Text in ${language}`, 20)),
      },
    ),
    { isUrgent: field.tick('Urgent') },
  )
  expect(Object.keys(posts.fields)).toEqual([
    'title_en',
    'body_en',
    'title_hi',
    'body_hi',
    'title_gu',
    'body_gu',
    'isUrgent',
  ])
  expect(namesOf(posts)).toEqual(['title', 'body', 'isUrgent'])
  expect(posts.rows[1]).toEqual({ title: 'Hindi', rows: [['title_hi', 'body_hi']] })
  const typed = { title_en: 'Holiday', title_hi: 'छुट्टी', title_gu: 'રજા', body_en: '', body_gu: 'કાલે' }
  const post = { title: { en: 'Holiday', hi: 'छुट्टी', gu: 'રજા' }, body: { gu: 'કાલે' }, isUrgent: false }
  expect(schemaOf(posts).parse(typed)).toEqual(post)
  expect(shownValues(posts, post)).toEqual({ ...typed, body_hi: '', is_urgent: false })
  const issues = schemaOf(posts).safeParse({ ...typed, title_hi: '', title_gu: 'x'.repeat(10) }).error?.issues ?? []
  expect(issues.map(({ path }) => path.join())).toEqual(['title_hi', 'title_gu'])
})
