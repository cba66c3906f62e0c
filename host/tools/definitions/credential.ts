import { z } from 'zod'
import { BrowserError } from '../../errors/browser-error.ts'
import { act, actionAnswer, currentObservation, resolveTarget } from '../act.ts'
import type { ToolContext } from '../context.ts'
import { belongs, originOf } from '../credentials/origin.ts'
import { defineTool } from '../definition.ts'
import { target } from './parameters.ts'

const fillCredential = defineTool({
  name: 'browser_fill_credential',
  description: 'Fill a field with a secret by its name; you never see the value.',
  parameters: z.strictObject({
    target,
    credential: z.string().min(1).max(200).describe('Name of the secret, as the operator or user gave it'),
    submit: z.boolean().optional().describe('Press Enter after'),
  }),
  examples: [{ target: 'label=Password', credential: 'shop-password', submit: true }],
  needs: 'credentials',
  kind: 'execute',
  acts: true,
  title: (args) => `Fill ${args.target} with the credential ${args.credential}`,
  async execute(args, context) {
    const element = await resolveTarget(args.target, context)
    const origin = originOf(element, currentObservation(context))
    const value = await permitted(args.credential, origin, context)
    // Hidden before it is typed: nothing the page says in between may carry it.
    context.view.hide({ value, label: `[credential ${args.credential}]` })
    const transition = await act(
      {
        type: 'fill-credential',
        target: element.ref,
        value,
        reference: args.credential,
        ...(args.submit ? { submit: true } : {}),
      },
      context,
    )
    return actionAnswer(`fill ${element.ref} with the credential`, [transition], context)
  },
})

/** The value, once its name is known, the place is one it belongs to, and a person agrees where that is required. */
async function permitted(
  name: string,
  origin: string | undefined,
  { credentials, settings, signal }: ToolContext,
): Promise<string> {
  const found = await credentials.resolve(name, signal)
  if (!found)
    throw new BrowserError('BROWSER_CREDENTIAL_UNKNOWN', `There is no credential ${JSON.stringify(name)}.`, {
      refsValid: true,
    })
  if (!belongs(origin, found.origins)) {
    const where = origin ?? 'this page'
    throw denied(`The credential ${JSON.stringify(name)} does not belong to ${where}.`, 'origin')
  }
  if (settings.credentialApproval === 'required') {
    const outcome = await credentials.approve(
      `Fill the credential ${JSON.stringify(name)} into a field of ${origin}`,
      signal,
    )
    if (outcome === 'unavailable')
      throw denied('Filling a credential needs approval, and nobody can be asked here.', 'approval-unavailable')
    if (outcome !== 'allowed-once') throw denied(`Filling the credential was ${outcome}.`, 'approval-rejected')
  }
  return found.value
}

const denied = (message: string, reason: string) =>
  new BrowserError('BROWSER_CREDENTIAL_DENIED', message, { reason, refsValid: true })

export const credentialTools = [fillCredential]
