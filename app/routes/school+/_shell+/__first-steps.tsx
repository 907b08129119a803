import { Badge, Card } from '~/components/ui'

export type FirstStep = {
  title: string
  text: string
  /** Null if the user's role may not take this step. */
  href: string | null
  done: boolean
}

/** Checklist of a new school's first steps, in order; hidden once all are done. */
export function FirstSteps({ steps }: { steps: readonly FirstStep[] }) {
  const next = steps.find((step) => !step.done)
  if (!next) return null
  return (
    <Card
      title="First steps"
      aside={<span className="soft">{`${steps.filter((step) => step.done).length} of ${steps.length} done`}</span>}
    >
      <ol>
        {steps.map((step) => (
          <li key={step.title}>
            <p>
              {step.href ? (
                <a className={step === next ? 'btn btn-next' : 'alone'} href={step.href}>
                  {step.title}
                </a>
              ) : (
                <strong className="alone">{step.title}</strong>
              )}{' '}
              <Badge tone={step.done ? 'good' : 'neutral'}>{step.done ? 'Done' : 'To do'}</Badge>
              <br />
              <span className="soft small">{step.text}</span>
            </p>
          </li>
        ))}
      </ol>
    </Card>
  )
}
