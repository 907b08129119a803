import { readdirSync } from 'node:fs'
import path from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { SelectField } from '~/components/forms'
import { EmptyLists, emptyListOf } from '~/components/forms/empty-lists'
import { schoolPaths } from '~/http/school-paths'
import type { Field } from '~/kit/forms/fields'
import { officeEmptyLists } from './__empty-lists'

const ofOwner = officeEmptyLists(() => true)

function shown(props: Parameters<typeof SelectField>[0], lists = ofOwner): string {
  return renderToStaticMarkup(
    <EmptyLists.Provider value={lists}>
      <SelectField {...props} />
    </EmptyLists.Provider>,
  )
}

describe('a select in a new school', () => {
  const session = {
    name: 'academic_session',
    label: 'Academic session',
    options: [],
    hint: 'New students are enrolled in it.',
  }

  it.each([null, undefined])('shows a message with a link to add an entry when it is empty', (placeholder) => {
    const html = shown({ ...session, placeholder })
    expect(html).toContain(`There is no academic session yet. <a href="${schoolPaths.newSession}">Add session</a>`)
    expect(html).toContain('aria-describedby="academic_session-hint"')
  })

  it('has no link for a user without the permission to add', () => {
    const html = shown(
      session,
      officeEmptyLists(() => false),
    )
    expect(html).toContain('There is no academic session yet. Ask a colleague who may add one.')
    expect(html).not.toContain('<a ')
  })

  it('shows its usual hint when it has options or may stay empty', () => {
    const option = { value: 'x', label: '2026-27' }
    for (const html of [shown({ ...session, options: [option] }), shown({ ...session, placeholder: 'Any session' })]) {
      expect(html).toContain('New students are enrolled in it.')
      expect(html).not.toContain('There is no')
    }
  })
})

/** Selects that are never empty when their form is shown, or whose page reports the missing entries itself. */
const neverEmpty = new Map([
  ['kind', 'each school has the usual kinds of certificates'],
  ['sign_in', 'it may be left out'],
  ['child', 'an account of a guardian has children'],
  ['variant', 'a product has a size'],
  ['from', 'the page of copying asks for two sessions'],
  ['to', 'the page of copying asks for two sessions'],
])

it('has a message for every required select of the office’s forms', async () => {
  const files = readdirSync('app/models', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /-fields(\.server)?\.ts$/.test(name),
  )
  const missing: string[] = []
  for (const file of files) {
    const exported = Object.values(
      (await import(/* @vite-ignore */ path.resolve('app/models', file))) as Record<string, unknown>,
    )
    for (const one of exported) {
      const fields = (one as { fields?: Record<string, Field> } | null)?.fields
      for (const [key, field] of Object.entries(fields ?? {})) {
        const { kind, missing: required, hasNoEmptyOption, name = key } = field as Field & { name?: string }
        if (kind !== 'thing' || (required === null && !hasNoEmptyOption)) continue
        if (!emptyListOf(ofOwner, name) && !neverEmpty.has(name)) missing.push(`${file} ${name}`)
      }
    }
  }
  expect([...new Set(missing)]).toEqual([])
})
