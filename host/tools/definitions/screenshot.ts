import { z } from 'zod'
import { currentObservation, observe, resolveTarget } from '../act.ts'
import { defineTool } from '../definition.ts'
import { IMAGE_LIMITS } from '../images.ts'
import { target } from './parameters.ts'

const screenshot = defineTool({
  name: 'browser_screenshot',
  description: 'A picture, for what text cannot tell: layout, charts, images.',
  parameters: z.strictObject({
    area: z.enum(['viewport', 'page']).optional().describe('Default viewport'),
    target: target.optional().describe('Only this element'),
    marks: z.boolean().optional().describe('Draw the refs'),
  }),
  examples: [{}, { area: 'page' }, { target: 'e9' }, { marks: true }],
  needs: 'screenshot',
  kind: 'read',
  acts: false,
  title: (args) => `Screenshot${args.target ? ` of ${args.target}` : args.area === 'page' ? ' of the whole page' : ''}`,
  async execute(args, context) {
    const ref = args.target === undefined ? undefined : (await resolveTarget(args.target, context)).ref
    if (args.marks && !context.lease.current) await observe(context)
    const area = ref === undefined ? (args.area ?? 'viewport') : { ref, observation: currentObservation(context).id }
    const { png, width, height, url } = await context.lease.screenshot(
      { area, ...(args.marks ? { marks: true } : {}), ...IMAGE_LIMITS },
      context.signal,
    )
    const what = ref ?? args.area ?? 'viewport'
    return {
      text: `screenshot of ${what}: ${width}×${height} pixels, ${context.view.words.url(url)}`,
      image: { png, width, height },
    }
  },
})

export const screenshotTools = [screenshot]
