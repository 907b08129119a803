import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type SerializeFrom } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { fieldProps, HiddenKey, TextAreaField, useServerForm } from '~/components/forms'
import { Card, DefinitionList, SubmitButton } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { parseFields, readForm, redirectWithToast, requireStudentInPerson, seeOther } from '~/http/route.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { formatDay } from '~/models/core/shared/calendar'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { findSent } from '~/models/money/hostels/apply/apply-for-room.server'
import { detailsStepSchema } from '~/models/money/hostels/apply/apply-schema'
import { type Draft, findDraft, removeDraft, saveInDraft } from '~/models/money/hostels/apply/draft.server'
import type { DraftFields } from '~/models/money/hostels/apply/draft-options'
import { requirementsLength, type Semester } from '~/models/money/hostels/options'
import { semesterWord } from '~/models/money/hostels/words.server'
import { CostSummary } from './__cost-summary'
import {
  draftFor,
  loadChoice,
  requireApplicant,
  roomTrouble,
  sendDraft,
  stepPaths,
  typedIn,
} from './__hostel-wizard.server'
import { WaitingListAlert } from './__waiting-list-alert'
import { stepTitle, WizardFrame } from './__wizard-frame'

export const handle = pageTitle(() => m.room_title(), { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStudentInPerson(context, request)
  const { fields, formKey } = await draftFor(scope, 'details')
  const { chosen } = await loadChoice(scope, {
    hostelId: fields.hostel_id ?? '',
    roomId: fields.room_id ?? '',
    meals: fields.meal_plan_required === 'on',
  })
  const day = (typedDate: string | undefined) => (typedDate ? formatDay(typedDate.trim(), currentLanguage()) : null)
  return {
    formKey,
    fields,
    semester: semesterWord(fields.semester as Semester),
    checkIn: day(fields.check_in_date),
    checkOut: day(fields.check_out_date),
    room: chosen && { hostelName: chosen.hostelName, roomNumber: chosen.roomNumber, roomType: chosen.roomType },
    cost: chosen?.cost ?? null,
    /** Length of the waiting list that the student applies for. */
    waiting: chosen?.isFull && fields.waiting_list === 'on' ? chosen.waiting : null,
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireApplicant(context, request)
  const form = await readForm(request)
  const draft = await findDraft(scope)
  // A repeated press: the application and its draft were already submitted.
  const submittedApplicationId = await sentBefore(scope, form.get('form_key'), draft)
  if (submittedApplicationId) return seeOther(paths.student.payHostel(submittedApplicationId))
  if (!draft?.fields.room_id) return redirectWithToast(stepPaths.room, { type: 'error', title: m.room_room_missing() })
  // Saves the input in every case: after a refusal the student may try another room and come back.
  await saveInDraft(scope, draft.formKey, typedIn(form, 'details'))
  const intent = form.get('intent')
  if (intent === 'previous') return seeOther(stepPaths.guardian)
  if (intent === 'change') return seeOther(stepPaths.room)
  const parsed = parseFields(form, detailsStepSchema, {})
  if (!parsed.ok) return data({ result: parsed.reply().data, changeRoom: false }, { status: 422 })
  const applied = await sendDraft(scope, draft, {
    specialRequirements: parsed.value.special_requirements,
    seenFirstPaise: Number(form.get('seen')),
  })
  if (applied.ok) {
    await removeDraft(scope, draft.formKey)
    const { applicationId } = applied.value
    const isWaiting = draft.fields.waiting_list === 'on'
    // A student on the waiting list owes nothing yet.
    return seeOther((isWaiting ? paths.student.hostelApplication : paths.student.payHostel)(applicationId))
  }
  const { field, message } = roomTrouble(applied.reason)
  const result = parsed.refuse(m.room_failed({ message })).data
  return data({ result, changeRoom: field !== '' }, { status: 422 })
}

function sentBefore(scope: StudentScope, key: FormDataEntryValue | null, draft: Draft | null): Promise<string | null> {
  const isKey = typeof key === 'string' && /^[\w-]{8,40}$/.test(key) && key !== draft?.formKey
  return isKey ? findSent(scope, key) : Promise.resolve(null)
}

/** Reloads the current cost of the bed even after a refusal (422). */
export const shouldRevalidate = () => true

export default function DetailsStepPage() {
  const view = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  const { form, fields, allErrors } = useServerForm<Record<keyof DraftFields, string>>({
    id: 'place',
    lastResult: refusal?.result,
    defaultValue: view.fields,
  })
  return (
    <WizardFrame
      step="details"
      action={paths.student.hostelDetails}
      form={form}
      allErrors={allErrors}
      help={
        refusal?.changeRoom ? (
          <div className="actions">
            <SubmitButton name="intent" value="change" variant="secondary" busyText={m.room_saving()}>
              {stepTitle('room')}
            </SubmitButton>
          </div>
        ) : null
      }
    >
      <HiddenKey value={view.formKey} />
      <input type="hidden" name="seen" value={view.cost?.firstPaise ?? ''} />
      <Card title={stepTitle('details')}>
        <TextAreaField
          {...fieldProps(fields.special_requirements)}
          label={m.hostels_special()}
          hint={m.room_requirements_hint()}
          maxLength={requirementsLength}
        />
      </Card>
      {view.waiting === null ? null : <WaitingListAlert waiting={view.waiting} />}
      <ApplicationSummary {...view} />
    </WizardFrame>
  )
}

/**
 * Summary of the application and its cost. It is part of the form that submits the application, so that going back
 * keeps the input.
 */
function ApplicationSummary({
  fields: answers,
  semester,
  checkIn,
  checkOut,
  room,
  cost,
}: SerializeFrom<typeof loader>) {
  return (
    <Card
      title={m.room_summary()}
      aside={
        <SubmitButton name="intent" value="change" variant="secondary" busyText={m.room_saving()}>
          {m.room_change()}
        </SubmitButton>
      }
    >
      <DefinitionList
        items={[
          { label: m.room_hostel(), value: room?.hostelName },
          { label: m.hostels_room(), value: room && `${room.roomNumber} · ${room.roomType}` },
          { label: m.hostels_academic_year(), value: answers.academic_year },
          { label: m.hostels_period(), value: semester },
          { label: m.hostels_check_in(), value: checkIn },
          { label: m.hostels_check_out(), value: checkOut },
          { label: m.room_guardian_name(), value: answers.guardian_name },
          { label: m.room_guardian_phone(), value: answers.guardian_phone },
          { label: m.room_guardian_mail(), value: answers.guardian_email },
          { label: m.room_guardian_home(), value: answers.guardian_address },
          { label: m.room_emergency(), value: answers.emergency_contact },
        ]}
      />
      {cost ? (
        <>
          <h3>{m.room_costs()}</h3>
          <CostSummary cost={cost} />
        </>
      ) : null}
    </Card>
  )
}
