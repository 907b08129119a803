import fc from 'fast-check'

/** A request body that no form sends, or that a user tampered with. */
export interface BadBody {
  about: string
  contentType: string | undefined
  body: Buffer
}

const oddTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\u202Eabc',
  '\uFEFF',
  '👩‍👩‍👧‍👦'.repeat(50),
  'é'.normalize('NFD').repeat(300),
  'ગુજરાતી'.repeat(100),
  '\uFFFD\uD83D',
  "' OR 1=1 --",
  "'; DROP TABLE students; --",
  '<script>alert(1)</script>',
  '{{7*7}}',
  '../../etc/passwd',
  '-1',
  '0',
  '1e309',
  'NaN',
  '0x10',
  '99999999999999999999',
  '१२३',
  'true',
  'null',
  // Properties that every object inherits.
  '__proto__',
  'toString',
  '[object Object]',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '275761-01-01',
  'x'.repeat(70_000),
]

const oddNames = [
  '__proto__',
  '__proto__[polluted]',
  'constructor.prototype.polluted',
  'a[0].b',
  'a[999999999]',
  'a[-1]',
  'a[[]]',
  'a.b.c.d.e.f.g.h.i.j.k',
  'id; DROP TABLE schools',
  'school_id',
  'student_id',
  'amount',
  'status',
  '',
  '[]',
  '.',
  '\u0000',
  'x'.repeat(5000),
]

type Fields = Array<[string, string]>

const urlencoded = 'application/x-www-form-urlencoded'

/** Returns a body in a browser's encoding. */
export function formBody(about: string, made: Fields): BadBody {
  return { about, contentType: urlencoded, body: Buffer.from(new URLSearchParams(made).toString()) }
}

/** Returns a valid body with one field changed. */
export function spoiled(right: Record<string, string>, name: string, text: string): BadBody {
  return formBody(`${name} is ${text.slice(0, 40)}`, Object.entries({ ...right, [name]: text }))
}

/**
 * Returns bodies in which one field contains four-byte letters and is as long as its valid value: the database fails
 * when it compares such a text with an ASCII column of ids or codes. Fields whose names differ only by an id or number
 * count once.
 */
export function fourByteBodies(right: Record<string, string>): BadBody[] {
  const names = new Map<string, string>()
  for (const name of Object.keys(right)) names.set(name.replace(/[2-9b-z]{12}|\d+/g, '*'), name)
  return [...names.values()].map((name) => {
    const { length } = right[name] ?? ''
    return spoiled(right, name, '\u{1F600}'.repeat(Math.max(1, length >> 1)) + (length > 1 && length % 2 ? 'x' : ''))
  })
}

/** Returns the valid body with each field emptied in turn, and with all fields empty. The button's value stays. */
export function unfilledBodies(right: Record<string, string>): BadBody[] {
  const names = Object.keys(right).filter((name) => name !== 'intent')
  const allEmpty = Object.fromEntries(names.map((name) => [name, '']))
  return [
    formBody('nothing filled in', Object.entries({ ...right, ...allEmpty })),
    ...names.map((name) => spoiled(right, name, '')),
  ]
}

/** Returns one body of each kind that the shared body parsers refuse before they read any field. */
export function unreadableBodies(right: Record<string, string>): BadBody[] {
  const name = Object.keys(right)[0] ?? 'field'
  const part = (disposition: string, content: string, type = '') =>
    `--x\r\nContent-Disposition: form-data${disposition}\r\n${type}\r\n${content}\r\n--x--\r\n`
  return [
    ...['%', '%zz=%', '=&=&=', 'a=%ff%fe', '%00=%00'].map((text) => ({
      about: `spoiled encoding ${text}`,
      contentType: urlencoded,
      body: Buffer.from(text),
    })),
    {
      about: 'bytes that are no text',
      contentType: urlencoded,
      body: Buffer.concat([Buffer.from(`${name}=`), Buffer.from([0xc3, 0x28, 0xed, 0xa0, 0x80, 0xff, 0x00])]),
    },
    ...['application/json', 'text/plain', 'x', undefined].map((contentType) => ({
      about: `sent as ${contentType ?? 'nothing'}`,
      contentType,
      body: Buffer.from(JSON.stringify(right)),
    })),
    ...(
      [
        ['multipart/form-data', ''],
        ['multipart/form-data; boundary=', 'garbage'],
        ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nunfinished'],
        ['multipart/form-data; boundary=x', part('', 'no name')],
        [
          'multipart/form-data; boundary=x',
          part('; name="a"; filename="../../x.html"', '<b>', 'Content-Type: text/html\r\n'),
        ],
        ['multipart/form-data; boundary="x"; charset=utf-16', part(`; name="${name}"; filename="x.png"`, '\u0000')],
      ] as const
    ).map(([contentType, text]) => ({ about: `multipart ${contentType}`, contentType, body: Buffer.from(text) })),
    formBody(
      'a thousand fields',
      Array.from({ length: 1000 }, (_, n) => [`${name}[${n}]`, 'x']),
    ),
    formBody(
      'lists in lists',
      Array.from({ length: 3_000 }, (_, n) => [`a[${n % 1_000}][${Math.floor(n / 1_000)}][999][999]`, '']),
    ),
    formBody('too long for any form', [[name, 'x'.repeat(300_000)]]),
    formBody(
      'names that every object has',
      Object.keys(right).map((one) => [one, '__proto__']),
    ),
  ]
}

/**
 * Returns the first `count` bad bodies that `seed` derives from a valid one: fields missing, repeated, odd or unknown.
 */
export function fieldBodies(right: Record<string, string>, count: number, seed: number): BadBody[] {
  const whole = new URLSearchParams(right).toString()
  // The form parser treats `due[]` as `due`, so a body with it would be valid.
  const bad = fieldBody(right).filter((one) => one.body.toString().replaceAll('%5B%5D=', '=') !== whole)
  return fc.sample(bad, { numRuns: count, seed })
}

function fieldBody(right: Record<string, string>): fc.Arbitrary<BadBody> {
  const fields = Object.entries(right)
  const names = fields.map(([name]) => name)
  const anyName = fc.constantFrom(...(names.length > 0 ? names : ['field']))
  const anyOdd = fc.constantFrom(...oddTexts)
  const without = (name: string) => fields.filter(([one]) => one !== name)

  return fc.oneof(
    fc.subarray(fields).map((some) => formBody('some fields missing', some)),
    anyName.map((name) => formBody(`${name} missing`, without(name))),
    anyName.map((name) => formBody(`${name} twice`, [...fields, [name, right[name] ?? 'x'], [name, 'another']])),
    { weight: 3, arbitrary: fc.tuple(anyName, anyOdd).map(([name, odd]) => spoiled(right, name, odd)) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(anyName, fc.string({ unit: 'binary', maxLength: 400 }))
        .map(([name, text]) => formBody(`${name} any text`, [...without(name), [name, text]])),
    },
    anyOdd.map((odd) =>
      formBody(
        'all fields odd',
        names.map((name) => [name, odd]),
      ),
    ),
    fc
      .tuple(fc.constantFrom(...oddNames), anyOdd)
      .map(([name, odd]) => formBody(`a field ${name.slice(0, 40)}`, [[name, odd]])),
    fc
      .tuple(fc.constantFrom(...oddNames), anyOdd)
      .map(([name, odd]) => formBody(`all fields and ${name.slice(0, 40)}`, [...fields, [name, odd]])),
    fc
      .tuple(anyName, fc.constantFrom('[0]', '[0].x', '.x', '[999999999]', '[__proto__]', '[]', '[1e9]'))
      .map(([name, tail]) => formBody(`${name}${tail}`, [...without(name), [name + tail, right[name] ?? 'x']])),
  )
}
