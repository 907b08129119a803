import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useMemo } from 'react'
import { Alert, PageHead } from '~/components/ui'
import { foundOr404, idOr404, readForm, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { choicesOf } from '~/kit/forms/fields'
import { counted } from '~/models/core/shared/counted'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { findSection, findSession, sectionChoices, sessionChoices } from '~/models/people/academics/queries.server'
import { listSectionRoll, registerMark, renumberSection } from '~/models/people/academics/roll-numbers.server'
import { countOn, readRoll, rollGroups, rollOrder, rollOrders } from '~/models/people/academics/roll-rules'
import { sectionOptions } from '~/models/people/academics/rules'
import { fullName } from '~/models/people/students/rules'
import { ChooseRegister, RegisterForm } from './__register-form'

export const handle = pageTitle(() => 'Roll numbers', { hasForm: true })

function chosenOf(request: Request) {
  const query = new URL(request.url).searchParams
  return {
    session: idOr404(query, 'session'),
    section: idOr404(query, 'section'),
    by: rollOrders.find((one) => one === query.get('by')) ?? 'first',
    group: rollGroups.find((one) => one === query.get('group')) ?? '',
  }
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const requestedFilters = chosenOf(request)
  const [sessions, sections] = await Promise.all([sessionChoices(scope), sectionChoices(scope)])
  const filters = {
    ...requestedFilters,
    session: requestedFilters.session || (sessions.find((one) => one.isCurrent)?.publicId ?? ''),
  }
  const choices = { sessions: choicesOf(sessions), sections: sectionOptions(sections) }
  if (filters.session === '' || filters.section === '') return { chosen: filters, choices, register: null }
  const [session, section] = await Promise.all([
    findSession(scope, filters.session),
    findSection(scope, filters.section),
  ])
  const rows = await listSectionRoll(scope, { sessionId: foundOr404(session).id, sectionId: foundOr404(section).id })
  const studying = rollOrder(
    rows.filter((row) => row.status === 'studying'),
    filters.by,
    filters.group,
  )
  const leavers = rows.filter((row) => row.status === 'left' && row.rollNumber !== null)
  const numbers = countOn(
    studying.length,
    leavers.map((row) => row.rollNumber ?? 0),
  )
  return {
    chosen: filters,
    choices,
    register: {
      session: filters.session,
      section: filters.section,
      seen: registerMark(rows),
      kept: leavers.map((row) => ({ name: fullName(row), rollNumber: row.rollNumber ?? 0 })),
      rows: studying.map((row, index) => ({
        publicId: row.publicId,
        name: fullName(row),
        enrollmentNumber: row.enrollmentNumber,
        rollNumber: row.rollNumber,
        proposed: String((filters.by === 'hand' ? row.rollNumber : numbers[index]) ?? ''),
      })),
    },
  }
}

const refusals = {
  changed: 'The section has changed since you opened this page. Check the list again; nothing was saved.',
  'number-taken':
    'Two students would have the same roll number, or it belongs to a student who has left. Nothing was saved.',
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const form = await readForm(request)
  const [session, section] = [String(form.get('session') ?? ''), String(form.get('section') ?? '')]
  const typedNumbers: Record<string, string> = {}
  const wrong: string[] = []
  const numbers = new Map<string, number | null>()
  for (const [name, value] of form) {
    const id = /^roll-(.+)$/.exec(name)?.[1]
    if (!isPublicId(id)) continue
    typedNumbers[id] = String(value).slice(0, 20)
    const number = readRoll(String(value))
    if (number === undefined) wrong.push(id)
    else numbers.set(id, number)
  }
  const reply = (message: string) =>
    data({ status: 'error' as const, typed: typedNumbers, wrong, message }, { status: 422 })
  if (!isPublicId(session) || !isPublicId(section)) return reply('Select a valid session and section')
  if (wrong.length > 0) return reply('Enter whole numbers from 1 to 9999, or leave the field empty')
  const outcome = await renumberSection(scope, { session, section, seen: String(form.get('seen') ?? ''), numbers })
  if (outcome.ok) {
    return redirectWithToast(`${schoolPaths.enrollments}?session=${session}&section=${section}&sort=roll`, {
      type: 'success',
      title: 'Updated!',
      message: `${counted(outcome.value.changed, 'roll number')} changed.`,
    })
  }
  if (outcome.reason === 'not-found') return foundOr404(null)
  return reply(refusals[outcome.reason])
}

export default function RollNumbersPage() {
  const { chosen, choices, register } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const errors = useMemo(() => (refused ? [{ message: refused.message }] : []), [refused])
  return (
    <>
      <PageHead title="Roll numbers" context="The numbers below are a proposal until you save them." />
      <ChooseRegister chosen={chosen} choices={choices} />
      {register === null ? (
        <p className="soft">Choose a section to see its students.</p>
      ) : register.rows.length === 0 ? (
        <Alert tone="info" text="No student is enrolled in this section in this session." />
      ) : (
        <RegisterForm
          key={`${chosen.by} ${chosen.group} ${chosen.section} ${chosen.session}`}
          register={register}
          typed={refused?.typed ?? {}}
          wrong={refused?.wrong ?? []}
          errors={errors}
        />
      )}
    </>
  )
}
