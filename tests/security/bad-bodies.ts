import fc from 'fast-check'

/** A body that no form of ours sends, or that a person spoiled. */
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

/** The first `count` bad bodies made from a right one, the same at every run. */
export function badBodies(right: Record<string, string>, count: number): BadBody[] {
  const whole = new URLSearchParams(right).toString()
  // `due[]` says the same as `due` to the reader of forms, so that would be a right body.
  const bad = badBody(right).filter((one) => one.body.toString().replaceAll('%5B%5D=', '=') !== whole)
  return fc.sample(bad, { numRuns: count, seed: 20_260_401 })
}

function badBody(right: Record<string, string>): fc.Arbitrary<BadBody> {
  const fields = Object.entries(right)
  const names = fields.map(([name]) => name)
  const anyName = fc.constantFrom(...(names.length > 0 ? names : ['field']))
  const anyOdd = fc.constantFrom(...oddTexts)
  const asForm = (about: string, made: Fields): BadBody => ({
    about,
    contentType: urlencoded,
    body: Buffer.from(new URLSearchParams(made).toString()),
  })
  const without = (name: string) => fields.filter(([one]) => one !== name)

  return fc.oneof(
    fc.constant(asForm('nothing', [])),
    fc.subarray(fields).map((some) => asForm('some fields missing', some)),
    anyName.map((name) => asForm(`${name} missing`, without(name))),
    anyName.map((name) => asForm(`${name} twice`, [...fields, [name, right[name] ?? 'x'], [name, 'another']])),
    fc.tuple(anyName, anyOdd).map(([name, odd]) => asForm(`${name} odd`, [...without(name), [name, odd]])),
    fc
      .tuple(anyName, fc.string({ unit: 'binary', maxLength: 400 }))
      .map(([name, text]) => asForm(`${name} any text`, [...without(name), [name, text]])),
    anyOdd.map((odd) =>
      asForm(
        'all fields odd',
        names.map((name) => [name, odd]),
      ),
    ),
    fc
      .tuple(fc.constantFrom(...oddNames), anyOdd)
      .map(([name, odd]) => asForm(`a field ${name.slice(0, 40)}`, [[name, odd]])),
    fc
      .tuple(anyName, fc.constantFrom('[0]', '[0].x', '.x', '[999999999]', '[__proto__]', '[]', '[1e9]'))
      .map(([name, tail]) => asForm(`${name}${tail}`, [...without(name), [name + tail, right[name] ?? 'x']])),
    anyName.map((name) =>
      asForm(
        'a thousand fields',
        Array.from({ length: 1000 }, (_, n) => [`${name}[${n}]`, 'x']),
      ),
    ),
    anyName.map((name) => asForm('too long for any form', [[name, 'x'.repeat(300_000)]])),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => ({
      about: 'bytes that are no text',
      contentType: urlencoded,
      body: Buffer.concat([Buffer.from(`${names[0] ?? 'x'}=`), bytes]),
    })),
    fc.constantFrom('%', '%zz=%', '=&=&=', '&&&&', 'a=%ff%fe', 'a=%00', '%00=%00', '+=+').map((text) => ({
      about: `spoiled encoding ${text}`,
      contentType: urlencoded,
      body: Buffer.from(text),
    })),
    fc
      .constantFrom('application/json', 'text/plain', 'application/xml', 'image/png', 'x', undefined)
      .map((contentType) => ({
        about: `sent as ${contentType ?? 'nothing'}`,
        contentType,
        body: Buffer.from(JSON.stringify(right)),
      })),
    fc
      .tuple(
        fc.constantFrom(
          'multipart/form-data',
          'multipart/form-data; boundary=',
          'multipart/form-data; boundary=x',
          'multipart/form-data; boundary="x"; charset=utf-16',
        ),
        fc.constantFrom(
          '',
          'garbage',
          '--x\r\n',
          '--x--\r\n',
          '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nunfinished',
          '--x\r\nContent-Disposition: form-data; name="a"; filename="../../x.html"\r\nContent-Type: text/html\r\n\r\n<b>\r\n--x--\r\n',
          `--x\r\nContent-Disposition: form-data; name="${names[0] ?? 'a'}"; filename="x.png"\r\n\r\n\u0000\r\n--x--\r\n`,
          '--x\r\nContent-Disposition: form-data\r\n\r\nno name\r\n--x--\r\n',
        ),
      )
      .map(([contentType, text]) => ({ about: `multipart ${contentType}`, contentType, body: Buffer.from(text) })),
  )
}
