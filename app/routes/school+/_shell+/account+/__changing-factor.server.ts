import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { parseForm, requireAnyStaff } from '~/http/route.server'
import { schoolPaths } from '~/http/school-paths'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { proveSecondFactor } from '~/models/people/accounts/second-factor/prove-second-factor.server'
import { findSecondFactor } from '~/models/people/accounts/second-factor/second-factor.server'
import { changeFactorSchema } from '~/models/people/accounts/second-factor/second-factor-schema'
import { currentPasswordErrors, factorRefusal } from '~/routes/school+/__second-factor.server'

/** Loader and action for a page that changes the user's own second factor after checking password and code. */
export function changingFactor<Answer>(change: (scope: SchoolScope) => Promise<Answer>) {
  return {
    loader: async ({ context, request }: LoaderFunctionArgs) => {
      const { scope } = await requireAnyStaff(context, request)
      if (!(await findSecondFactor(scope)).confirmedAt) throw redirect(schoolPaths.account)
      return null
    },
    action: async ({ context, request }: ActionFunctionArgs) => {
      const staff = await requireAnyStaff(context, request)
      const form = await parseForm(request, changeFactorSchema, { secret: ['current_password'] })
      if (!form.ok) return form.reply()
      const errors = await currentPasswordErrors(request, staff, form.value.current_password)
      if (errors) return form.refuse(null, errors)
      const proved = await proveSecondFactor(staff.scope, form.value.code)
      if (!proved.ok) return form.refuse(null, { code: [factorRefusal(proved)] })
      return change(staff.scope)
    },
  }
}
