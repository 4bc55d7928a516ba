import * as v from 'valibot';
import { form } from '../fields.ts';
import { maxFigureWeeks } from '../limits.ts';
import { timeZone } from '../users/notificationForms.ts';

const wholeWeeks = `must be a whole number from 1 to ${maxFigureWeeks}`;

/** The ways in which figures are grouped. */
export const figureGroups = {
  week: 'Week',
  service: 'Service',
  assignee: 'Assignee',
  client: 'Client',
} as const;
export type FigureGroup = keyof typeof figureGroups;

/** POST /figures: the figures of the last weeks, the current one included. `timeZone` counts where the firm's is not known. */
export const FiguresRequest = form({
  weeks: v.pipe(
    v.number(wholeWeeks),
    v.integer(wholeWeeks),
    v.minValue(1, wholeWeeks),
    v.maxValue(maxFigureWeeks, wholeWeeks),
  ),
  by: v.picklist(['week', 'service', 'assignee', 'client']),
  timeZone,
});
export type FiguresRequest = v.InferOutput<typeof FiguresRequest>;
