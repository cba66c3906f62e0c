import { z } from 'zod'
import { act, actionAnswer, resolveTarget } from '../act.ts'
import { defineTool } from '../definition.ts'
import { target, VALUE_CHARS } from './parameters.ts'

const click = defineTool({
  name: 'browser_click',
  description: 'Click an element. Answers what changed, or the new page.',
  parameters: z.strictObject({
    target: target.describe(
      'Ref (e12), or a target that matches one element: role|name (button|Save), label=…, text=…, placeholder=…, testid=…',
    ),
    button: z.enum(['left', 'right', 'middle']).optional(),
    double: z.boolean().optional(),
    modifiers: z
      .array(z.enum(['Alt', 'Control', 'Meta', 'Shift']))
      .max(4)
      .optional(),
  }),
  examples: [{ target: 'e12' }, { target: 'button|Save' }, { target: 'e3', double: true }],
  kind: 'execute',
  acts: true,
  title: (args) => `${args.double ? 'Double-click' : 'Click'} ${args.target}`,
  async execute(args, context) {
    const { ref } = await resolveTarget(args.target, context)
    const transition = await act(
      {
        type: 'click',
        target: ref,
        ...(args.button ? { button: args.button } : {}),
        ...(args.double ? { clicks: 2 as const } : {}),
        ...(args.modifiers?.length ? { modifiers: args.modifiers } : {}),
      },
      context,
    )
    return actionAnswer(`click ${ref}`, [transition], context)
  },
})

const fill = defineTool({
  name: 'browser_fill',
  description: 'Replace the text of a field. Never for passwords or secrets.',
  parameters: z.strictObject({
    target,
    value: z.string().max(VALUE_CHARS),
    submit: z.boolean().optional().describe('Press Enter after'),
  }),
  examples: [
    { target: 'searchbox|Search', value: 'brass lamp', submit: true },
    { target: 'e7', value: '2026-05-01' },
  ],
  kind: 'execute',
  acts: true,
  title: (args) => `Fill ${args.target}`,
  async execute(args, context) {
    const { ref } = await resolveTarget(args.target, context)
    const transition = await act(
      { type: 'fill', target: ref, value: args.value, ...(args.submit ? { submit: true } : {}) },
      context,
    )
    return actionAnswer(`fill ${ref}`, [transition], context)
  },
})

const press = defineTool({
  name: 'browser_press',
  description: 'Press a key or chord.',
  parameters: z.strictObject({
    key: z.string().min(1).max(60).describe('Enter, Escape, ArrowDown, Control+a, …'),
    target: target.optional().describe('Focus this first; default: what has focus'),
  }),
  examples: [{ key: 'Escape' }, { key: 'ArrowDown', target: 'e5' }],
  kind: 'execute',
  acts: true,
  title: (args) => `Press ${args.key}`,
  async execute(args, context) {
    const ref = args.target === undefined ? undefined : (await resolveTarget(args.target, context)).ref
    const transition = await act(
      { type: 'press', key: args.key, ...(ref === undefined ? {} : { target: ref }) },
      context,
    )
    const focus = transition.after?.elements.find(({ states }) => states.focused)
    return actionAnswer(`press${focus ? `, focus on ${focus.ref}` : ''}`, [transition], context)
  },
})

export const actTools = [click, fill, press]
