import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { CheckboxField, DateField, fieldProps, SelectField, useServerForm } from '~/components/forms'
import { Card, SubmitButton } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import {
  foundOr404,
  idOr404,
  parseFields,
  type Reply,
  readForm,
  requireStudentInPerson,
  seeOther,
} from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { todayInIndia } from '~/models/core/shared/calendar'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { roomStepSchema } from '~/models/money/hostels/apply/apply-schema'
import { checkEligibility } from '~/models/money/hostels/apply/check-eligibility.server'
import { findDraft, saveDraft } from '~/models/money/hostels/apply/draft.server'
import type { DraftFields } from '~/models/money/hostels/apply/draft-options'
import { findTimes } from '~/models/money/hostels/periods.server'
import { yearsToApplyFor } from '~/models/money/hostels/rules'
import { semesterWord } from '~/models/money/hostels/words.server'
import { yearStartsMonth } from '~/models/people/academics/queries.server'
import { loadChoice, requireApplicant, roomTrouble, stepPaths, typedIn, wantedRoom } from './__hostel-wizard.server'
import { RoomChoice } from './__room-choice'
import { WizardFrame } from './__wizard-frame'

export const handle = pageTitle(() => m.room_title(), { hasForm: true })

/** Returns the room of the URL, or null. @throws Response 404 for an invalid id */
function linkedRoom(request: Request): { hostel: string; room: string } | null {
  const query = new URL(request.url).searchParams
  const [hostel, room] = [idOr404(query, 'hostel'), idOr404(query, 'room')]
  return hostel && room ? { hostel, room } : null
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStudentInPerson(context, request)
  const linked = linkedRoom(request)
  const draft = await findDraft(scope)
  const fields: DraftFields = draft?.fields ?? {}
  const choice = await loadChoice(scope, {
    hostelId: linked?.hostel ?? fields.hostel_id ?? '',
    roomId: linked?.room ?? fields.room_id ?? '',
    meals: fields.meal_plan_required === 'on',
  })
  if (linked) foundOr404(choice.chosen)
  const today = todayInIndia(new Date())
  const times = await findTimes(scope)
  return {
    fields,
    choice,
    formAction: paths.student.applyForHostel(linked ?? undefined),
    isPreselected: linked !== null,
    today,
    years: yearsToApplyFor(today, times.startsMonth),
    periods: times.periods.map((value) => ({ value, label: semesterWord(value) })),
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireApplicant(context, request)
  const form = await readForm(request)
  const intent = form.get('intent')
  const typedFields = typedIn(form, 'room')
  if (intent === 'look' || intent === 'change') {
    await saveDraft(scope, intent === 'change' ? { ...typedFields, room_id: '' } : typedFields)
    return seeOther(stepPaths.room)
  }
  const parsed = parseFields(form, roomStepSchema(todayInIndia(new Date()), await yearStartsMonth(scope)), {})
  if (!parsed.ok) return refused(scope, parsed.reply(), typedFields)
  const requestedRoom = wantedRoom(parsed.value)
  const waited = await checkEligibility(scope, requestedRoom)
  // If a bed has become free, applies for the bed instead of the waiting list. The next page shows the amount to pay.
  const isFreeByNow = !waited.ok && waited.reason === 'bed-free'
  const assessed = isFreeByNow ? await checkEligibility(scope, { ...requestedRoom, forWaitingList: false }) : waited
  if (!assessed.ok) {
    const { field, message } = roomTrouble(assessed.reason)
    const reply = field === '' ? parsed.refuse(message) : parsed.refuse(null, { [field]: [message] })
    const isAnotherNeeded = assessed.reason === 'room-gone' || assessed.reason === 'not-for-you'
    return refused(scope, reply, isAnotherNeeded ? { ...typedFields, room_id: '' } : typedFields)
  }
  await saveDraft(scope, isFreeByNow ? { ...typedFields, waiting_list: '' } : typedFields)
  return seeOther(stepPaths.guardian)
}

/** Refusal with the rooms of the submitted hostel, which the draft does not contain yet. */
async function refused(scope: StudentScope, reply: Reply, typedFields: DraftFields) {
  const choice = await loadChoice(scope, {
    hostelId: typedFields.hostel_id ?? '',
    roomId: typedFields.room_id ?? '',
    meals: typedFields.meal_plan_required === 'on',
  })
  return data({ result: reply.data, choice }, { status: 422 })
}

export default function RoomStepPage() {
  const {
    fields: answers,
    formAction,
    isPreselected,
    today,
    years,
    periods,
    ...loaded
  } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  const choice = refusal?.choice ?? loaded.choice
  const { form, fields, allErrors } = useServerForm<Record<keyof DraftFields, string>>({
    id: 'place',
    lastResult: refusal?.result,
    defaultValue: answers,
  })
  const meals = choice.chosen?.meals ?? 'optional'
  return (
    <WizardFrame step="room" action={formAction} form={form} allErrors={allErrors}>
      <RoomChoice choice={choice} isPreselected={isPreselected} hostel={fields.hostel_id} room={fields.room_id} />
      <Card title={m.room_stay()}>
        <SelectField
          {...fieldProps(fields.academic_year)}
          label={m.hostels_academic_year()}
          required
          options={years.map((year) => ({ value: year, label: year }))}
        />
        <SelectField {...fieldProps(fields.semester)} label={m.hostels_period()} required options={periods} />
        <DateField {...fieldProps(fields.check_in_date)} label={m.hostels_check_in()} required min={today} />
        <DateField {...fieldProps(fields.check_out_date)} label={m.room_check_out()} min={today} />
        {meals === 'included' ? <p>{m.room_meals_included()}</p> : null}
        {meals === 'optional' ? (
          <>
            <CheckboxField
              name={fields.meal_plan_required.name}
              id={fields.meal_plan_required.id}
              errors={fields.meal_plan_required.errors}
              defaultChecked={fields.meal_plan_required.initialValue === 'on'}
              label={m.room_meals()}
            />
            {choice.chosen ? (
              <div className="actions">
                <SubmitButton name="intent" value="look" variant="secondary" busyText={m.room_saving()}>
                  {m.room_update_costs()}
                </SubmitButton>
              </div>
            ) : null}
          </>
        ) : null}
      </Card>
    </WizardFrame>
  )
}
