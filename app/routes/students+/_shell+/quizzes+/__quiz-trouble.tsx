import { Alert, PageHead } from '~/components/ui'
import { m } from '~/language/paraglide/messages'

/** A page of quizzes that could not be loaded, with the specification's sentence and a way to try again. */
export function QuizTrouble({ title, text, href }: { title: string; text: string; href: string }) {
  return (
    <>
      <PageHead title={title} />
      <Alert tone="bad">
        <p>{text}</p>
        <p>
          <a className="alone" href={href}>
            {m.quizzes_try_again()}
          </a>
        </p>
      </Alert>
    </>
  )
}
