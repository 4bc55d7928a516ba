/** Its author stopped the sending; whether it arrived all the same is not known. */
export class SendStopped extends Error {
  constructor() {
    super(
      'You stopped the sending. It may have arrived all the same; everything is still here, and sending again is safe: it is carried out once only.',
    );
    this.name = 'SendStopped';
  }
}
