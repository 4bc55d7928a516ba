import { testSchedules } from './model/playSchedules.ts';

testSchedules(
  'a backend that ignores keys and commits whenever it likes doubles only what it commits after the settle time',
  'L',
  { share: 0.1 },
);
