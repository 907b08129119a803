import { Form } from '@remix-run/react'
import { paths } from '~/addresses/paths'
import { Alert, Card, LoneLink, SubmitButton } from '~/components/ui'
import { m } from '~/language/paraglide/messages'
import type { ShownConsent } from '~/models/contact/consents/options'

type ConsentCardsProps = {
  /** Student whose consent this is; posted with the answer. */
  child?: { id: string; name: string }
  consents: readonly ShownConsent[]
  mayDecide: boolean
}

/**
 * Consent purposes of one student with their state. Yes and No have equal size: withdrawing must be as easy as
 * consenting.
 */
export function ConsentCards({ child, consents, mayDecide }: ConsentCardsProps) {
  return (
    <div className="stack">
      {consents.map((consent) => (
        <Card key={consent.notice} title={consent.title}>
          <p>
            <strong>{stateWord(consent)}</strong>
            {consent.by ? ` · ${consent.by}` : null}
          </p>
          {consent.isDisputed ? <Alert tone="warn" text={m.consents_disputed()} /> : null}
          <Form method="post" className="actions">
            {child ? <input type="hidden" name="child" value={child.id} /> : null}
            <input type="hidden" name="notice" value={consent.notice} />
            <LoneLink href={paths.privacyNotice(consent.notice)} label={m.consents_read_notice()} />
            {mayDecide
              ? answersTo(consent).map(([answer, button]) => (
                  <SubmitButton
                    key={answer}
                    variant="secondary"
                    busyText={m.consents_saving()}
                    name="answer"
                    value={answer}
                    label={m.consents_about({ button, title: consent.title, name: child?.name ?? m.consents_me() })}
                  >
                    {button}
                  </SubmitButton>
                ))
              : null}
          </Form>
        </Card>
      ))}
    </div>
  )
}

function answersTo({ isAsked, hasSaidYes, hasSaidNo }: ShownConsent): [answer: 'yes' | 'no' | 'read', words: string][] {
  if (!isAsked) return hasSaidYes ? [] : [['read', m.consents_have_read()]]
  if (hasSaidYes) return [['no', m.consents_withdraw()]]
  return hasSaidNo
    ? [['yes', m.consents_yes()]]
    : [
        ['yes', m.consents_yes()],
        ['no', m.consents_no()],
      ]
}

function stateWord({ isAsked, state, isAskedAgain, by }: ShownConsent): string {
  if (!isAsked) return by ? m.consents_was_read() : m.consents_told_only()
  if (isAskedAgain) return m.consents_state_anew()
  const words = {
    given: m.consents_state_given,
    refused: m.consents_state_refused,
    withdrawn: m.consents_state_withdrawn,
    open: m.consents_state_open,
  }
  return words[state]()
}
