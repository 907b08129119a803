import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { useServerForm } from './use-server-form'

type Values = { name: string; isOpen: boolean; rows: Array<{ amount: string }>; count: number }
type Options = Parameters<typeof useServerForm<Values>>[0]

type Form = ReturnType<typeof useServerForm<Values>>

function Page({ options, tell }: { options: Options; tell: (form: Form) => void }) {
  tell(useServerForm<Values>(options))
  return null
}

function formOf(options: Omit<Options, 'id'>): Form {
  let form: Form | undefined
  const tell = (one: Form) => {
    form = one
  }
  renderToString(<Page options={{ id: 'f', ...options }} tell={tell} />)
  if (!form) throw new Error('not rendered')
  return form
}

it('before the first submission, contains the default values in the format that a form submits', () => {
  const { fields, form, formErrors } = formOf({
    lastResult: undefined,
    defaultValue: { name: 'Asha', isOpen: true, rows: [{ amount: '5' }], count: 3 },
  })
  expect(fields.name).toMatchObject({ name: 'name', id: 'f-name', errors: undefined, initialValue: 'Asha' })
  expect(fields.isOpen.initialValue).toBe('on')
  expect(fields.count.initialValue).toBe('3')
  const [row] = fields.rows.getFieldList()
  expect(row?.getFieldset().amount).toMatchObject({ name: 'rows[0].amount', id: 'f-rows[0].amount', initialValue: '5' })
  expect([form.noValidate, form['aria-describedby'], formErrors]).toEqual([true, undefined, []])
})

it('shows the submitted values and their errors instead of the default values', () => {
  const { fields, form, formErrors, allErrors } = formOf({
    defaultValue: { name: 'Asha', isOpen: true },
    lastResult: {
      status: 'error',
      initialValue: { name: '', rows: [{ amount: 'x' }, {}] },
      error: { '': ['Not now'], name: ['Name is required'], 'rows[0].amount': ['Enter an amount'] },
    } as Options['lastResult'],
  })
  expect(fields.name).toMatchObject({ errors: ['Name is required'], initialValue: '' })
  expect(fields.isOpen.initialValue).toBeUndefined()
  const rows = fields.rows.getFieldList()
  expect(rows.map((row) => row.getFieldset().amount.errors)).toEqual([['Enter an amount'], undefined])
  expect(form['aria-describedby']).toBe('f-error')
  expect(formErrors).toEqual(['Not now'])
  expect(Object.keys(allErrors)).toHaveLength(3)
})
