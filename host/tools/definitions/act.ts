import { z } from 'zod'
import type { Observation } from '../../runtime/types.ts'
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

const select = defineTool({
  name: 'browser_select',
  description: 'Choose options of a list by their text.',
  parameters: z.strictObject({ target, options: z.array(z.string().max(1_000)).min(1).max(100) }),
  examples: [{ target: 'label=Country', options: ['Peru'] }],
  kind: 'execute',
  acts: true,
  title: (args) => `Select ${args.options.join(', ')} in ${args.target}`,
  async execute(args, context) {
    const { ref } = await resolveTarget(args.target, context)
    const transition = await act({ type: 'select', target: ref, options: args.options }, context)
    return actionAnswer(`select in ${ref}`, [transition], context)
  },
})

const check = defineTool({
  name: 'browser_check',
  description: 'Set a checkbox, radio or switch.',
  parameters: z.strictObject({ target, checked: z.boolean().optional().describe('Default true') }),
  examples: [{ target: 'checkbox|I agree' }, { target: 'e8', checked: false }],
  kind: 'execute',
  acts: true,
  title: (args) => `${args.checked === false ? 'Uncheck' : 'Check'} ${args.target}`,
  async execute(args, context) {
    const { ref } = await resolveTarget(args.target, context)
    const checked = args.checked ?? true
    return actionAnswer(
      `${checked ? 'check' : 'uncheck'} ${ref}`,
      [await act({ type: 'check', target: ref, checked }, context)],
      context,
    )
  },
})

const hover = defineTool({
  name: 'browser_hover',
  description: 'Point at an element, for menus and hints that open so.',
  parameters: z.strictObject({ target }),
  examples: [{ target: 'e5' }],
  kind: 'execute',
  acts: true,
  title: (args) => `Point at ${args.target}`,
  async execute(args, context) {
    const { ref } = await resolveTarget(args.target, context)
    return actionAnswer(`hover ${ref}`, [await act({ type: 'hover', target: ref }, context)], context)
  },
})

const drag = defineTool({
  name: 'browser_drag',
  description: 'Drag one element onto another.',
  parameters: z.strictObject({ target, to: target }),
  examples: [{ target: 'e5', to: 'e9' }],
  kind: 'execute',
  acts: true,
  title: (args) => `Drag ${args.target} to ${args.to}`,
  async execute(args, context) {
    const from = await resolveTarget(args.target, context)
    const to = await resolveTarget(args.to, context)
    return actionAnswer(
      `drag ${from.ref} to ${to.ref}`,
      [await act({ type: 'drag', target: from.ref, to: to.ref }, context)],
      context,
    )
  },
})

const scroll = defineTool({
  name: 'browser_scroll',
  description: 'Scroll, where a page loads more on scrolling. Elements out of sight need no scrolling.',
  parameters: z.strictObject({
    direction: z.enum(['up', 'down', 'left', 'right']).optional().describe('Default down'),
    amount: z.number().min(0.1).max(100).optional().describe('Screens, default 1'),
    to: z.enum(['top', 'bottom']).optional(),
    target: target.optional().describe('Scroll to this, or inside it with a direction'),
  }),
  examples: [{ to: 'bottom' }, { target: 'e40' }, { direction: 'down', amount: 2 }],
  kind: 'execute',
  acts: true,
  title: (args) => `Scroll ${args.to ?? args.target ?? args.direction ?? 'down'}`,
  async execute(args, context) {
    const ref = args.target === undefined ? undefined : (await resolveTarget(args.target, context)).ref
    const direction = args.direction ?? (args.to === undefined && ref === undefined ? 'down' : undefined)
    const transition = await act(
      {
        type: 'scroll',
        ...(ref === undefined ? {} : { target: ref }),
        ...(direction === undefined ? {} : { direction }),
        ...(args.amount === undefined ? {} : { amount: args.amount }),
        ...(args.to === undefined ? {} : { to: args.to }),
      },
      context,
    )
    return actionAnswer(`scroll${position(transition.after)}`, [transition], context)
  },
})

function position(observation: Observation | undefined): string {
  if (!observation) return ''
  const { y, height, viewportHeight } = observation.scroll
  const end = Math.max(0, height - viewportHeight)
  return end === 0 ? '' : ` to ${Math.min(100, Math.round((y / end) * 100))} %`
}

export const actTools = [click, fill, press, select, check, hover, drag, scroll]
