import { useLoaderData } from '@remix-run/react'
import { listHref } from '~/components/school/list-href'
import { Alert, ButtonLink } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import type { ListOf } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { ListPage } from '~/kit/pages/list-page'
import { formatDay } from '~/models/core/shared/calendar'
import { listRegister, type NumberIssues } from '~/models/entry/register/entries.server'
import { sessionChoices } from '~/models/people/academics/queries.server'
import { sessionOptions } from '~/models/people/academics/rules'
import { entryStateWords } from './__words'

export const handle = pageTitle(() => 'General register')

type Sessions = Awaited<ReturnType<typeof sessionChoices>>

const day = (date: string | null) => (date === null ? '–' : formatDay(date, 'en'))
const andClass = (on: string | null, className: string | null) => [day(on), className].filter(Boolean).join(', ')

export const list: ListOf<typeof listRegister, Sessions> = {
  path: schoolPaths.generalRegister,
  file: { path: schoolPaths.generalRegisterFile, name: 'general-register.csv' },
  noun: 'entry',
  nouns: 'entries',
  may: 'register:view',
  search: { label: 'Search', placeholder: 'Current or earlier name, or number' },
  filters: {
    session: { label: 'Admitted in', any: 'Any session', options: sessionOptions },
    state: { label: 'Status', any: 'All', options: entryStateWords },
    from: { label: 'From number', options: 'text', isFurther: true },
    to: { label: 'To number', options: 'text', isFurther: true },
  },
  columns: [
    { label: 'Number', align: 'nowrap', sort: 'number', value: 'number' },
    { label: 'Student', role: 'title', value: 'name', href: (row) => schoolPaths.registerEntry(row.publicId) },
    {
      // Both parents share a column: with long names the table would otherwise exceed a screen of 1,280 px.
      label: 'Parents',
      only: 'page',
      value: 'motherName',
      cell: (row) => [row.motherName, row.fatherName ?? row.guardianName].filter(Boolean).join(', '),
    },
    { label: 'Mother', only: 'file', value: 'motherName' },
    { label: 'Father', only: 'file', value: (row) => row.fatherName ?? row.guardianName },
    { label: 'Date of birth', align: 'nowrap', value: 'birthDate', cell: (row) => day(row.birthDate) },
    { label: 'Date of birth in words', only: 'file', value: 'birthWords' },
    { label: 'Gender', only: 'file', value: 'gender' },
    { label: 'Category', only: 'file', value: 'category' },
    { label: 'Religion', only: 'file', value: 'religion' },
    { label: 'Last school', only: 'file', value: 'previousSchool' },
    { label: 'Admitted', value: 'admittedOn', cell: (row) => andClass(row.admittedOn, row.admissionClass) },
    { label: 'Class of admission', only: 'file', value: 'admissionClass' },
    {
      label: 'Left',
      value: 'leftOn',
      cell: (row) => (row.leftOn === null ? '–' : andClass(row.leftOn, row.leavingClass)),
    },
    { label: 'Class left', only: 'file', value: 'leavingClass' },
    { label: 'Reason for leaving', only: 'file', value: 'leavingReason' },
    { label: 'Certificate', align: 'nowrap', value: 'certificateNumber' },
    { label: 'Date of certificate', only: 'file', value: 'certificateOn' },
    { label: 'Remarks', only: 'file', value: 'remarks' },
  ],
}

export const loader = listLoader(list, listRegister, sessionChoices)

export default function GeneralRegisterPage() {
  const { list: page, view } = useLoaderData() as {
    list: Awaited<ReturnType<typeof listRegister>>
    view: { search: string; filters: Record<string, string> }
  }
  return (
    <ListPage
      list={list}
      title="General register"
      context="Every student who was ever admitted, by admission number: the admission and withdrawal register."
      icon="book"
      rowKey={(row) => row.key}
      empty="Students are listed from their day of admission."
      action={() => (
        <ButtonLink
          href={listHref(schoolPaths.registerPages, { search: view.search, ...view.filters })}
          variant="secondary"
          icon="download"
          label="Print book pages"
        />
      )}
      above={page.trouble ? <Trouble {...page.trouble} /> : null}
    />
  )
}

/** Warnings about the numbers. They block nothing, since old books have gaps. */
function Trouble({ gaps, gapCount, doubles, doubleCount, unnumbered }: NumberIssues) {
  if (gapCount + doubleCount + unnumbered === 0) return null
  const more = (count: number, visibleCount: number) =>
    count > visibleCount ? ` and ${count - visibleCount} more` : ''
  const gapWords = gaps.map(({ from, to }) => (from === to ? from : `${from} to ${to}`)).join(', ')
  return (
    <Alert tone="warn" title="Check these numbers">
      <ul>
        {gapCount === 0 ? null : <li>{`Missing numbers: ${gapWords}${more(gapCount, gaps.length)}`}</li>}
        {doubleCount === 0 ? null : (
          <li>{`Duplicate numbers: ${doubles.map((same) => same.join(' and ')).join(', ')}${more(doubleCount, doubles.length)}`}</li>
        )}
        {unnumbered > 0 ? (
          <li>
            <a href={listHref(schoolPaths.generalRegister, { state: 'unnumbered' })}>
              {unnumbered === 1 ? '1 student has' : `${unnumbered} students have`} no admission number
            </a>
            ; listed by enrollment number.
          </li>
        ) : null}
      </ul>
    </Alert>
  )
}
