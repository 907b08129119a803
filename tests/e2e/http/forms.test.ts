import { describe, expect, it } from 'vitest'
import { type Element, parseDocument } from './document'
import { defaultButton, entriesOf, firstInvalid, submissionOf } from './forms'

const at = 'http://school.example/students/fees?page=2#due'

/** Returns the first form of a page, its button, and a control by name. */
function page(html: string) {
  const document = parseDocument(html, at)
  const one = (css: string) => document.querySelector(css) as Element
  return { form: one('form'), button: one('button'), named: (name: string) => one(`[name="${name}"]`), one }
}

const sent = (html: string, isWithButton = true) => {
  const { form, button } = page(html)
  return entriesOf(form, isWithButton ? button : null).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : value.name,
  ])
}

describe('entries of a form', () => {
  it.each([
    [
      'text, hidden and without a value',
      '<input name=a value=1><input type=hidden name=b value=2><input name=c>',
      'a=1&b=2&c=',
    ],
    ['nothing without a name', '<input value=1><input name="" value=2><input name=a value=3>', 'a=3'],
    [
      'ticked boxes, `on` where no value is given',
      '<input type=checkbox name=a checked><input type=checkbox name=b value=x checked><input type=checkbox name=c value=y>',
      'a=on&b=x',
    ],
    [
      'one radio button of a group',
      '<input type=radio name=a value=1><input type=radio name=a value=2 checked>',
      'a=2',
    ],
    [
      'no disabled control',
      '<input name=a value=1 disabled><select name=b disabled><option>1</select><input name=c value=3>',
      'c=3',
    ],
    [
      'nothing of a disabled fieldset but its legend',
      '<fieldset disabled><legend><input name=a value=1></legend><input name=b value=2></fieldset>',
      'a=1',
    ],
    [
      'the first choice of a list, though none is chosen',
      '<select name=a><option value=x>X<option value=y>Y</select>',
      'a=x',
    ],
    ['the last choice of a list that is marked', '<select name=a><option selected>1<option selected>2</select>', 'a=2'],
    ['the first choice that is not disabled', '<select name=a><option disabled>1<option> 2  b </select>', 'a=2+b'],
    ['nothing of a choice that is disabled', '<select name=a><option selected disabled>1<option>2</select>', ''],
    [
      'all choices of a list of many, none by itself',
      '<select multiple name=a><option selected>1<option>2<option selected>3</select><select multiple name=b><option>1</select>',
      'a=1&a=3',
    ],
    ['a text of lines, with the line breaks of the wire', '<textarea name=a>\n1\n2</textarea>', 'a=1%0D%0A2'],
    ['no button that was not pressed', '<button name=a value=1>A</button><button name=b value=2>B</button>', 'a=1'],
    ['nothing of a list of proposals', '<datalist><input name=a value=1></datalist><input name=b value=2>', 'b=2'],
    [
      'an empty string for an invalid date or number',
      '<input type=date name=a value=31-12-2026><input type=number name=b value=x>',
      'a=&b=',
    ],
  ])('sends the values of %s', (_, controls, query) => {
    const { form, button } = page(`<form>${controls}</form>`)
    expect(new URL(submissionOf(form, button).url).search.slice(1)).toBe(query)
  })

  it('includes controls outside the form whose form attribute names it, in document order', () => {
    const html =
      '<input form=f name=a value=1><form id=f><input name=b value=2><input form=other name=c value=3></form><button form=f name=d value=4>'
    expect(sent(html)).toEqual([
      ['a', '1'],
      ['b', '2'],
      ['d', '4'],
    ])
  })

  it("contains the user's input, not the original values", () => {
    const { form, named, one } = page(
      '<form><input name=a value=1><input type=checkbox name=b checked><input type=radio name=c value=1 checked><input type=radio name=c id=second value=2><select name=d><option>1<option id=last>2</select></form>',
    )
    named('a').value = 'typed'
    named('b').checked = false
    one('#second').checked = true
    one('#last').selected = true
    expect(entriesOf(form, null)).toEqual([
      ['a', 'typed'],
      ['c', '2'],
      ['d', '2'],
    ])
  })

  it('sends a file field without a file as an empty file', () => {
    expect(sent('<form><input type=file name=a></form>')).toEqual([['a', '']])
  })
})

describe('address and encoding of a form', () => {
  it('sends a GET form without an action to its own page, and replaces the query of that address', () => {
    const { form } = page('<form><input name=a value="b c"></form>')
    expect(submissionOf(form, null)).toEqual({ method: 'GET', url: 'http://school.example/students/fees?a=b+c#due' })
  })

  it(`keeps the query of the form's action when the method is POST`, () => {
    const { form } = page('<form method=post action="?index"><input name=a value="ક &"></form>')
    const { method, url, body, contentType } = submissionOf(form, null)
    expect({ method, url, contentType, body: body?.toString() }).toEqual({
      method: 'POST',
      url: 'http://school.example/students/fees?index',
      contentType: 'application/x-www-form-urlencoded',
      body: 'a=%E0%AA%95+%26',
    })
  })

  it('follows the address, method and encoding of the button', () => {
    const { form, button } = page(
      '<form method=post action=/a><button formaction=/b formmethod=get formenctype=multipart/form-data name=x value=1></form>',
    )
    expect(submissionOf(form, button)).toEqual({ method: 'GET', url: 'http://school.example/b?x=1' })
  })

  it('encodes files as multipart', () => {
    const { form, named } = page(
      '<form method=post enctype=multipart/form-data><input name=a value="1"><input type=file name=b></form>',
    )
    named('b').files = [{ name: 'a "b".csv', mimeType: 'text/csv', buffer: Buffer.from('x,y') }]
    const { body, contentType } = submissionOf(form, null)
    const boundary = contentType?.split('boundary=')[1]
    expect(body?.toString().split(`--${boundary}`).slice(1, -1)).toEqual([
      '\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n',
      '\r\nContent-Disposition: form-data; name="b"; filename="a %22b%22.csv"\r\nContent-Type: text/csv\r\n\r\nx,y\r\n',
    ])
  })

  it('throws an error for a form that would open a new tab', () => {
    const { form, button } = page('<form method=post><button formtarget=_blank></form>')
    expect(() => submissionOf(form, button)).toThrow('_blank')
  })
})

describe('first invalid control of a form', () => {
  it.each([
    ['<input name=a required>', 'a'],
    ['<input name=a required value=1>', undefined],
    ['<input name=a required disabled>', undefined],
    ['<input name=a required readonly>', undefined],
    ['<textarea name=a required></textarea>', 'a'],
    ['<select name=a required><option value="">Choose<option>1</select>', 'a'],
    ['<select name=a required><option>1</select>', undefined],
    ['<input type=checkbox name=a required>', 'a'],
    ['<input type=radio name=a value=1 required><input type=radio name=a value=2>', 'a'],
    ['<input type=radio name=a value=1 required><input type=radio name=a value=2 checked>', undefined],
    ['<input type=file name=a required>', 'a'],
    ['<input type=email name=a value="asha">', 'a'],
    ['<input type=email name=a value="asha@school.example">', undefined],
    ['<input type=url name=a value="school">', 'a'],
    ['<input name=a pattern="[0-9]{4}" value=123>', 'a'],
    ['<input name=a pattern="[0-9]{4}" value=1234>', undefined],
    ['<input name=a pattern="[0-9]{4}">', undefined],
    ['<input type=number name=a min=1 max=5 value=6>', 'a'],
    ['<input type=number name=a min=1 value=1.5>', 'a'],
    ['<input type=number name=a min=0 step=0.01 value=1.55>', undefined],
    ['<input type=date name=a max=2026-03-31 value=2026-04-01>', 'a'],
    ['<input type=hidden name=a required>', undefined],
  ])('finds the first invalid control of %s', (controls, name) => {
    const { form, button, named } = page(`<form>${controls}<button>Save</button></form>`)
    expect(firstInvalid(form, button)).toBe(name === undefined ? null : named(name))
    form.setAttribute('novalidate', '')
    expect(firstInvalid(form, button)).toBeNull()
  })

  it('checks lengths only after user input', () => {
    const { form, named } = page('<form><input name=a minlength=3 value=1></form>')
    expect(firstInvalid(form, null)).toBeNull()
    named('a').value = '12'
    expect(firstInvalid(form, null)).toBe(named('a'))
  })
})

describe('Enter in a field', () => {
  it.each([
    [
      'presses the first button',
      '<input><button type=button>No</button><button id=it>A</button><button>B</button>',
      'it',
    ],
    ['does nothing where that one is disabled', '<input><button disabled>A</button><button>B</button>', undefined],
    ['sends a form of one field without a button', '<input>', null],
    ['does nothing in a form of two fields without a button', '<input><input>', undefined],
  ])('%s', (_, controls, id) => {
    const found = defaultButton(page(`<form>${controls}</form>`).form)
    expect(found ? found.id : found).toBe(id)
  })
})
