import { texts as approvals } from '../../messages/en/approvals.ts';
import { sendingTexts } from './sending-texts.ts';

export const texts = { ...approvals, ...sendingTexts };
