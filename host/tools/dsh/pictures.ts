import type { Context } from '@deepseek-ai/cordis'
import type { Answer } from '../context.ts'
import { type HostAgent, type ImageRef, service } from './services.ts'

/** What a call leaves in the session: text, and a stored picture where one was made. */
export interface StoredAnswer {
  text: string
  image?: ImageRef
  /** Whether the model is shown the picture, or told where it is kept. */
  shown?: boolean
}

/** Stores the picture. A model that takes text alone gets the reference in words: a block it cannot read would end the turn. */
export async function storeAnswer(
  ctx: Context,
  answer: Answer,
  agent: HostAgent | undefined,
  signal: AbortSignal,
): Promise<StoredAnswer> {
  if (!answer.image) return { text: answer.text }
  const attachments = service(ctx, 'attachments')
  if (!attachments) return { text: `${answer.text}\nThe host keeps no pictures: nothing was stored.` }
  const image = await attachments.saveImage({ data: answer.image.png, mediaType: 'image/png', name: 'screenshot.png' })
  const shown = await takesImages(ctx, agent, signal)
  const where = shown ? '' : `\nThis model takes no pictures; stored as attachment ${image.attachmentId}.`
  return { text: `${answer.text}${where}`, image, shown }
}

async function takesImages(ctx: Context, agent: HostAgent | undefined, signal: AbortSignal): Promise<boolean> {
  const { provider, model } = agent?.session.requestHeader?.()?.config ?? agent?.options ?? {}
  const llm = service(ctx, 'llm')
  if (!llm || provider === undefined || model === undefined) return false
  try {
    const info = await llm.resolveModelInfo(provider, model, signal)
    return info.inputModalities?.includes('image') ?? false
  } catch {
    // A route that cannot say what it takes is taken for one that takes text.
    return false
  }
}
